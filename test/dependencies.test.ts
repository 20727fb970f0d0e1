import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const decisions = readFileSync('docs/decisions.md', 'utf8')

describe('a dependency', () => {
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
    (name) => !name.startsWith('@types/'),
  )

  test.each(names)('%s has its reason in docs/decisions.md', (name) => {
    expect(decisions).toContain(`\`${name}\``)
  })

  test.each(Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))(
    '%s is of an exact version',
    (_name, version) => {
      expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
    },
  )
})
