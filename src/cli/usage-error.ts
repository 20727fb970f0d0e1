/** The command line was not understood: the exit code is 2, and nothing was opened or changed. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UsageError'
  }
}
