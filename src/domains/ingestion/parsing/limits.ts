/** What one document may cost. Times in milliseconds, sizes in bytes unless the name says otherwise. */
export const parseLimits = {
  /** Resident memory of the parsing process; it is ended when it needs more. */
  memoryMb: 768,
  /** From the moment the parsing process gets the document until its last block. */
  deadlineMs: 45_000,
  /** The service sets what it lets people upload in its place. */
  maxFileBytes: 256 * 1024 * 1024,
  maxZipEntries: 10_000,
  /** Sum over every entry, counted while inflating; what the file declares is only a first refusal. */
  maxUnzippedBytes: 400 * 1024 * 1024,
  /** Inflated size by packed size; not applied below `zipRatioFromBytes`. */
  maxZipRatio: 200,
  zipRatioFromBytes: 16 * 1024 * 1024,
  /** UTF-16 code units of text kept of one document; the rest is left out with a notice. */
  maxTextChars: 10_000_000,
  maxPages: 5_000,
  /** Nesting of XML, JSON and e-mail parts. */
  maxDepth: 1_000,
}

export type ParseLimits = typeof parseLimits
