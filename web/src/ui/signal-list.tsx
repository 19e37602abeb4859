import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Checkbox, Code, Group, Stack, Text } from '@mantine/core'
import { FieldGroup } from './field-group.tsx'
import { OpenBadge, type OpenRequest } from './open-badge.tsx'
import utilities from './utilities.module.css'

interface SignalListProps {
  types: readonly string[]
  ticked: ReadonlySet<string>
  onTick: (type: string, ticked: boolean) => void
  /** What a connected app asks for and does not have. */
  openRequest?: ((type: string) => OpenRequest | undefined) | undefined
}

/** The types of signals that an app asks to receive, with checkboxes. */
export function SignalList({ types, ticked, onTick, openRequest }: SignalListProps) {
  if (!types.length) return null
  return (
    <FieldGroup legend={t`Which signals it receives`} rows>
      <Text size="sm" c="dimmed" px="sm" pt="sm">
        <Trans>Your other apps send these at the moment something happens. They are passed on, not stored.</Trans>
      </Text>
      <Stack gap={0} className={utilities.rows}>
        {types.map((type) => (
          <Checkbox
            key={type}
            p="sm"
            checked={ticked.has(type)}
            onChange={(event) => onTick(type, event.currentTarget.checked)}
            label={
              <Group component="span" gap={6}>
                <Code>{type}</Code>
                <Mark request={openRequest?.(type)} />
              </Group>
            }
          />
        ))}
      </Stack>
    </FieldGroup>
  )
}

const Mark = ({ request }: { request: OpenRequest | undefined }) => request && <OpenBadge request={request} />
