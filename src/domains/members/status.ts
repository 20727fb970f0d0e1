import type { InvitationState } from '../../database/client/enums.ts'

export type InvitationStatus = 'PENDING' | 'ACCEPTED' | 'EXPIRED'

/** `EXPIRED` is never stored: it is a pending invitation of an account whose expiration date has passed. */
export function invitationStatusOf(
  user: { invitationState: InvitationState; accountExpirationDate: Date | null },
  now: Date,
): InvitationStatus {
  if (user.invitationState === 'ACCEPTED') return 'ACCEPTED'
  return user.accountExpirationDate && user.accountExpirationDate <= now ? 'EXPIRED' : 'PENDING'
}
