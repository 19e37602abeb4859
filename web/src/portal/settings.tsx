import { Button, Group, Stack } from '@mantine/core'
import { signOut, useSession } from '../api/session.ts'
import { ChangePassword, EraseAccount } from '../ui/account.tsx'
import { useAction } from '../ui/action.ts'
import { ErrorAlert } from '../ui/error-alert.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { Section } from '../ui/section.tsx'

/** The settings of the developer's account. */
export function DeveloperSettings() {
  const { data: account } = useSession('developer')
  const signingOut = useAction()
  return (
    <Stack gap="xl">
      <PageTitle title="Settings" />
      <Section
        title="Account"
        lead={
          account
            ? `${account.email}, on the ${account.plan} plan. The operator of this service can change the plan.`
            : ''
        }
      >
        {signingOut.error !== undefined && <ErrorAlert error={signingOut.error} />}
        <Group>
          <Button
            variant="default"
            onClick={() => signingOut.run(() => signOut('developer'))}
            loading={signingOut.busy}
          >
            Sign out
          </Button>
        </Group>
      </Section>
      <Section title="Password" lead="Changing it signs you out everywhere else.">
        <ChangePassword accountKind="developer" />
      </Section>
      <Section title="Erase your account" lead="Deletes your apps, too, and disconnects everybody from them.">
        <EraseAccount accountKind="developer" title="Erase your developer account?">
          Every app is deleted, with its webhooks, usage and log, and everybody is disconnected at once. Memories your
          apps wrote stay with their people. This cannot be undone.
        </EraseAccount>
      </Section>
    </Stack>
  )
}
