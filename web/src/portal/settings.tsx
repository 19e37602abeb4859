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
      <Section title="Erase your account" lead="Your apps go with it, and every connection to them ends.">
        <EraseAccount holder="developer" title="Erase your developer account?">
          Every app goes, with its webhooks, meters and log, and everybody’s connection to it ends at once. What your
          apps wrote stays with the people it is about. Nobody can bring it back.
        </EraseAccount>
      </Section>
    </Stack>
  )
}
