import { t } from '@lingui/core/macro'
import { Select, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { updateProfile } from '../../api/account-settings.ts'
import type { Shape } from '../../api/client.ts'
import { fieldErrors } from '../../api/errors.ts'
import { deviceTimezone, useSession } from '../../api/session.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Loading } from '../../ui/loading.tsx'
import { SaveRow } from './save-row.tsx'

const SHOWN_MAX = 100
/** What is used where no time zone is stored. */
const UTC = 'UTC'

/** The name and the time zone of the user. */
export function Profile() {
  const { data, error, refetch } = useSession('user')
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading rows={2} height={64} />
  return <ProfileForm key={data.id} user={data as Shape<'User'>} />
}

function ProfileForm({ user }: { user: Shape<'User'> }) {
  const [name, setName] = useState(user.name ?? '')
  const stored = user.timezone ?? UTC
  const [timezone, setTimezone] = useState(stored)
  const [saved, setSaved] = useState(false)
  const action = useAction()
  const errors = fieldErrors(action.error)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setSaved(false)
    action.run(async () => {
      await updateProfile({ name: name.trim() || null, timezone: timezone === UTC ? null : timezone })
      setSaved(true)
    })
  }
  return (
    <form onSubmit={save}>
      <Stack gap="sm" maw={520}>
        <TextInput
          label={t`Your name`}
          autoComplete="name"
          value={name}
          onChange={(e) => setName(e.currentTarget.value)}
          error={errors.name}
        />
        <Select
          label={t`Time zone`}
          description={t`Decides which day is today when your assistant speaks of dates.`}
          searchable
          allowDeselect={false}
          limit={SHOWN_MAX}
          nothingFoundMessage={t`No such time zone`}
          data={timezonesWith(timezone)}
          value={timezone}
          onChange={(chosen) => chosen && setTimezone(chosen)}
          error={errors.timezone}
        />
        {action.error !== undefined && !Object.keys(errors).length && <ErrorAlert error={action.error} />}
        <SaveRow
          isChanged={name.trim() !== (user.name ?? '') || timezone !== stored}
          isBusy={action.busy}
          isSaved={saved}
        />
      </Stack>
    </form>
  )
}

/** The device's time zone first, then all others; also the current one, which an older browser may not list. */
function timezonesWith(current: string): string[] {
  const first = [deviceTimezone(), current, UTC].filter((name) => name != null)
  return [...new Set([...first, ...Intl.supportedValuesOf('timeZone')])]
}
