import { readFileSync } from 'node:fs'

type Report = { numPassedTests: number; numFailedTests: number; numPendingTests: number; numTodoTests: number }

// Adds up test reports and prints one line: node scripts/count-tests.ts REPORT.json …
const reports = process.argv.slice(2).map((path) => JSON.parse(readFileSync(path, 'utf8')) as Report)
const sum = (count: (report: Report) => number): number => reports.reduce((total, report) => total + count(report), 0)
const passed = sum((report) => report.numPassedTests)
const failed = sum((report) => report.numFailedTests)
const skipped = sum((report) => report.numPendingTests + report.numTodoTests)

if (skipped > 0) console.log(`${skipped} tests were skipped; each says why above.`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
