/** What GraphiQL sends until a key is written there: nothing, so that the documentation can be read without one. */
export const welcomeHeaders = '{ "Authorization": "" }'

/** What GraphiQL shows to whoever opens it for the first time. */
export const welcomeQuery = `# Welcome to docgraph.
# 1. Write your key into the Headers tab below:
#    { "Authorization": "Bearer <your key>" }
# 2. Press the play button.

query Home {
  viewer {
    email
    role
    company {
      name
      activeMembersCount
      workspaces(first: 20) {
        totalCount
        nodes {
          databaseId
          name
          workspaceType
          documents(first: 10) {
            totalCount
            nodes { databaseId filename status pageCount }
          }
        }
      }
    }
  }
}

mutation Ask {
  ask(input: { messages: [{ role: USER, content: "How many days of leave do I have?" }] }) {
    chatResponse {
      text
      errorMessage
      extracts { documentName pageStart score text }
    }
  }
}
`
