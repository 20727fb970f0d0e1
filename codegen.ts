import type { CodegenConfig } from '@graphql-codegen/cli'

/** Turns the stored documents of the REST layer into typed constants: a wrong variable or an unselected field does not compile. */
const config: CodegenConfig = {
  schema: 'schema.graphql',
  documents: 'src/rest/**/*.graphql',
  generates: {
    'src/rest/generated/documents.ts': {
      plugins: ['typescript-operations', 'typed-document-node'],
      config: {
        useTypeImports: true,
        enumType: 'string-literal',
        avoidOptionals: { field: true },
        strictScalars: true,
        scalars: {
          DateTime: { input: 'string', output: 'string' },
          Date: 'string',
          EmailAddress: 'string',
          JSON: 'unknown',
          ID: 'string',
          File: { input: 'unknown', output: 'never' },
        },
      },
    },
  },
}

export default config
