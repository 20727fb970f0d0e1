import type { RequestHandler } from 'express'
import { errorCodes } from './errors.ts'

const rows = Object.entries(errorCodes).map(
  ([code, { status, meaning }]) =>
    `<tr id="${code}"><td><code>${code}</code></td><td>${status}</td><td>${meaning}</td></tr>`,
)

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Error codes · docgraph</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid #ccc; padding: .5rem; text-align: left; vertical-align: top }
tr:target { background: #fff3c4 }
</style>
<h1>Error codes</h1>
<p>Every refusal names one of these codes.</p>
<table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
</html>
`

/** The page that `doc_url` leads to: one anchor a code. */
export const errorPage: RequestHandler = (_request, response) => {
  response.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'")
  response.type('html').send(page)
}
