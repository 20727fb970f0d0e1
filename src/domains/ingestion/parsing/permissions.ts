import { createRequire } from 'node:module'
import { dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = dirname(fileURLToPath(import.meta.url))
const heapShare = 0.66
const startShare = 0.2

/**
 * How Node is started for a parsing process: it may read its own source and the installed packages, and nothing else; it may not write,
 * start programs or threads, load native code, or compile code from text. Documents reach it through a pipe.
 */
export function nodeArguments(memoryMb: number): string[] {
  return [
    `--max-old-space-size=${Math.floor(memoryMb * heapShare)}`,
    // With a limit, V8 starts from a small heap and collects so often that a PDF costs half as much again.
    `--initial-old-space-size=${Math.floor(memoryMb * startShare)}`,
    '--permission',
    `--allow-fs-read=${here}${sep}*`,
    `--allow-fs-read=${packagesFolder()}${sep}*`,
    `--allow-fs-read=${join(resolve(here, '../../../..'), 'package.json')}`,
    '--disallow-code-generation-from-strings',
    '--no-warnings',
    join(here, 'child.ts'),
  ]
}

function packagesFolder(): string {
  const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
  return dirname(dirname(manifest))
}
