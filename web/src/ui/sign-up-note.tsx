import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import Info from 'lucide-react/icons/info'
import type { Shape } from '../api/client.ts'
import { invitationInAddress } from '../api/invitation.ts'
import { signUpPolicyQuery } from '../api/queries.ts'

/** Says who may create an account, where not everybody may. */
export function SignUpNote() {
  const { data: policy } = useQuery(signUpPolicyQuery)
  const text = policy && noteOf(policy)
  if (!text) return null
  return (
    <Alert color="gray" variant="light" icon={<Info />}>
      <Text size="sm" c="var(--mantine-color-text)">
        {text}
      </Text>
    </Alert>
  )
}

function noteOf({ mode, domains }: Shape<'SignUpPolicy'>): string | null {
  const isInvited = invitationInAddress() !== undefined
  if (mode === 'closed') return 'New accounts cannot be created here. Ask whoever runs this service.'
  if (mode === 'open') return null
  if (isInvited) return 'You have an invitation. It works once.'
  if (mode === 'invite') return 'You need an invitation to create an account here. Open the link that you were sent.'
  return `Accounts are for addresses at ${domains.join(' or ')}. With any other address you need an invitation.`
}
