import { Box } from '@mantine/core'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { Holder } from '../api/renewal.ts'
import { type Account, useSession } from '../api/session.ts'
import { HUB, PORTAL } from '../urls.ts'
import { Loading } from './loading.tsx'
import { Trouble } from './trouble.tsx'

const PAGE_WIDTH = 960

/** Shows what is only for somebody signed in; anybody else signs in first and comes back. */
export function Guard({ holder, children }: { holder: Holder; children: (account: Account) => ReactNode }) {
  const { data: account, error, refetch } = useSession(holder)
  const { state } = useRouter()
  const navigate = useNavigate()
  const isNobody = account === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: leads away once, from where one is at that moment.
  useEffect(() => {
    const to = holder === 'user' ? HUB.signIn : PORTAL.signIn
    if (isNobody) navigate({ to, search: { next: state.location.href }, replace: true })
  }, [isNobody])
  if (account) return children(account)
  return (
    <Box maw={PAGE_WIDTH} mx="auto" pt={96} px="md">
      {error ? <Trouble error={error} retry={refetch} /> : <Loading />}
    </Box>
  )
}
