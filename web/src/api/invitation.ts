/** The token of the invitation in the fragment of the address, where it reaches no log; `undefined` without one. */
export function invitationInAddress(): string | undefined {
  return new URLSearchParams(location.hash.slice(1)).get('invitation') ?? undefined
}
