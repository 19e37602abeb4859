import { useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSessionOfFrame } from '../api/session.ts'
import type { AccountKind } from '../api/session-expiry.ts'
import { urlsOf } from '../urls.ts'

/** The session of a page, which most pages require. Without a session it navigates to the sign-in page, which returns here. */
export function useRequiredSession(kind: AccountKind, required = true) {
  const session = useSessionOfFrame(kind)
  const { state } = useRouter()
  const navigate = useNavigate()
  const isSignedOut = required && session.data === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: it navigates once, from the address at that moment.
  useEffect(() => {
    const to = urlsOf(kind).signIn
    if (isSignedOut) navigate({ to, search: { next: state.location.href }, replace: true })
  }, [isSignedOut])
  return session
}
