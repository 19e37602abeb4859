import { t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Shape } from '../api/client.ts'
import { invitationInAddress } from '../api/invitation.ts'
import { signUpPolicyQuery } from '../api/queries.ts'
import { formatList } from '../i18n/format.ts'
import { Note } from './note.tsx'

/** Says who may create an account, where not everybody may. */
export function SignUpNote() {
  const { data: policy } = useQuery(signUpPolicyQuery)
  const text = policy && noteOf(policy)
  if (!text) return null
  return (
    <Note tone="info">
      <Text size="sm" c="var(--mantine-color-text)">
        {text}
      </Text>
    </Note>
  )
}

/** Whether the form for a new account can succeed: not where sign-up is closed, or is by an invitation that is missing. */
export function useCanSignUp(enabled: boolean): boolean {
  const { data: policy } = useQuery({ ...signUpPolicyQuery, enabled })
  return policy?.mode !== 'closed' && (policy?.mode !== 'invite' || invitationInAddress() !== undefined)
}

function noteOf({ mode, domains }: Shape<'SignUpPolicy'>): string | null {
  const isInvited = invitationInAddress() !== undefined
  if (mode === 'closed') return t`New accounts cannot be created here. Ask the operator of this service.`
  if (mode === 'open') return null
  if (isInvited) return t`You have an invitation. It works once.`
  if (mode === 'invite') return t`You need an invitation to create an account here. Open the link that you were sent.`
  const places = formatList(domains, 'disjunction')
  return t`Accounts are for addresses at ${places}. With any other address you need an invitation.`
}
