import { Text } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { Holder } from '../api/renewal.ts'
import { useSession } from '../api/session.ts'
import { HUB, PORTAL } from '../urls.ts'
import { CredentialsForm } from './credentials.tsx'
import { TextLink } from './link.tsx'
import { PageTitle } from './page.tsx'
import { Plain } from './plain.tsx'

const WHERE = {
  user: { ...HUB, after: HUB.memories },
  developer: { ...PORTAL, after: PORTAL.apps },
} as const

/** The page that signs in or opens an account, for people and for developers, and then goes back to `next`. */
export function SignInPage({ holder, deed, lead }: { holder: Holder; deed: 'sign in' | 'sign up'; lead?: ReactNode }) {
  const { next } = useSearch({ strict: false }) as { next?: string }
  const { data: account } = useSession(holder)
  const navigate = useNavigate()
  const where = WHERE[holder]
  const isNew = deed === 'sign up'
  const other = isNew ? where.signIn : where.signUp
  // Also when the other tab signed in.
  useEffect(() => {
    if (account) navigate({ href: next ?? where.after, replace: true })
  }, [account, next, where, navigate])
  return (
    <Plain holder={holder} width={400}>
      <PageTitle title={isNew ? 'Create your account' : 'Sign in'} lead={lead} />
      <CredentialsForm holder={holder} deed={deed} />
      <Text size="sm">
        {isNew ? 'Already have an account? ' : 'New here? '}
        <TextLink to={other} search={true} inherit underline="always">
          {isNew ? 'Sign in' : 'Create an account'}
        </TextLink>
      </Text>
    </Plain>
  )
}
