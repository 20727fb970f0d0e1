import type { PrismaClient } from '../../database/client/client.ts'
import type { ClaimedDocument, Stage } from './claim.ts'

const intervalMs = 250

/** Writes how far a document has come while it is worked on: forwards only, and at most four times a second. */
export class Progress {
  readonly #prisma: PrismaClient
  readonly #document: ClaimedDocument
  readonly #changed: (documentId: number) => void
  #written = -1
  // The beginning has just been written: what is read in a moment needs no word in between.
  #writtenAt = Date.now()
  #writing: Promise<void> | null = null

  constructor(deps: { prisma: PrismaClient; document: ClaimedDocument; changed: (documentId: number) => void }) {
    this.#prisma = deps.prisma
    this.#document = deps.document
    this.#changed = deps.changed
  }

  /** `share` of the way from one percentage to another has been covered, in the stage named. */
  report(stage: Stage, [from, to]: readonly [number, number], share: number): void {
    const percent = Math.round(from + (to - from) * Math.min(Math.max(share, 0), 1))
    const early = Date.now() - this.#writtenAt < intervalMs
    if (this.#writing || early || percent <= this.#written) return
    this.#written = percent
    this.#writtenAt = Date.now()
    // A percentage that could not be written is no reason to stop the work.
    this.#writing = this.#write(stage, percent)
      .catch(() => undefined)
      .finally(() => {
        this.#writing = null
      })
  }

  /** Tells of a change that has been written with something else. */
  announce(): void {
    this.#changed(this.#document.id)
  }

  /** Resolves when nothing is being written any more. */
  async settled(): Promise<void> {
    await this.#writing
  }

  async #write(stage: Stage, progress: number): Promise<void> {
    const { id, attempts } = this.#document
    await this.#prisma.document.updateMany({
      where: { id, attempts, status: { in: ['PARSING', 'EMBEDDING'] } },
      data: { stage, progress },
    })
    this.#changed(id)
  }
}
