import type { Config } from './config.ts'
import type { RunningService } from './start.ts'

const question = 'How many days of paid leave do I have?'

/** The first administrator's key, said as soon as it exists: whatever fails later, it is known. */
export const firstKey = (key: string): string => `\nFirst administrator's key, shown this once: ${key}`

/** What a start prints: where everything is, the first key when it was made just now, and two commands to paste. */
export function welcome({ url, bootstrap, database }: RunningService, config: Config): string {
  const key = bootstrap.generatedKey ?? '$BOOTSTRAP_ADMIN_KEY'
  const chat = JSON.stringify({ messages: [{ role: 'user', content: question }], company_scope: true })
  const home = JSON.stringify({
    query:
      '{ viewer { email company { name workspaces(first: 5) { nodes { name documents(first: 5) { nodes { filename status } } } } } } }',
  })
  return [
    '',
    `docgraph answers at ${url} (${database.kind} database)`,
    config.graphiql ? `  GraphiQL         ${url}/graphql` : null,
    `  Readiness        ${url}/readyz`,
    ...(bootstrap.generatedKey
      ? []
      : ['', 'Use your own key where the commands say $BOOTSTRAP_ADMIN_KEY; lost it? npm run admin -- reset-admin']),
    '',
    'Ask a question over REST:',
    `  curl -s ${url}/api/v2/tools/chatflows/ -H "Authorization: Bearer ${key}" -H 'Content-Type: application/json' -d '${chat}'`,
    '',
    'Read nested data over GraphQL:',
    `  curl -s ${url}/graphql -H "Authorization: Bearer ${key}" -H 'Content-Type: application/json' -d '${home}'`,
    '',
  ]
    .filter((line) => line !== null)
    .join('\n')
}
