/** The integer in an opaque id; 0, which no record has, for what can't be one: an id of nothing is null, not an error. */
export function nodeId(id: unknown): number {
  const value = Number(id)
  return Number.isInteger(value) && value > 0 && value <= 2_147_483_647 ? value : 0
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const uuidOfNothing = '00000000-0000-0000-0000-000000000000'

/** The UUID in an opaque id; the one of nothing for what can't be one. */
export const nodeUuid = (id: unknown): string => (uuid.test(String(id)) ? String(id) : uuidOfNothing)
