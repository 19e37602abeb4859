import { Button, Group, Stack } from '@mantine/core'
import { signOut, useSession } from '../api/session.ts'
import { ChangePassword, EraseAccount } from '../ui/account.tsx'
import { useDeed } from '../ui/deed.ts'
import { PageTitle } from '../ui/page.tsx'
import { Section } from '../ui/section.tsx'
import { Trouble } from '../ui/trouble.tsx'

/** The developer's own account. */
export function DeveloperSettings() {
  const { data: account } = useSession('developer')
  const leaving = useDeed()
  return (
    <Stack gap="xl">
      <PageTitle title="Settings" />
      <Section
        title="Account"
        lead={
          account ? `${account.email}, on the ${account.plan} plan. Whoever runs this service can change the plan.` : ''
        }
      >
        {leaving.error !== undefined && <Trouble error={leaving.error} />}
        <Group>
          <Button variant="default" onClick={() => leaving.run(() => signOut('developer'))} loading={leaving.busy}>
            Sign out
          </Button>
        </Group>
      </Section>
      <Section title="Password" lead="Changing it signs you out everywhere else.">
        <ChangePassword holder="developer" />
      </Section>
      <Section title="Erase your account" lead="Deletes your apps, too, and disconnects everybody from them.">
        <EraseAccount holder="developer" title="Erase your developer account?">
          Every app is deleted, with its webhooks, usage and log, and everybody is disconnected at once. Memories your
          apps wrote stay with their people. This cannot be undone.
        </EraseAccount>
      </Section>
    </Stack>
  )
}
