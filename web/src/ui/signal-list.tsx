import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Checkbox, Code, Group, Stack, Text } from '@mantine/core'
import { FieldGroup } from './field-group.tsx'
import utilities from './utilities.module.css'

interface SignalListProps {
  types: readonly string[]
  ticked: ReadonlySet<string>
  onTick: (type: string, ticked: boolean) => void
  /** Types that the user has not allowed so far. */
  isNew?: (type: string) => boolean
}

/** The types of signals that an app asks to receive, with checkboxes. */
export function SignalList({ types, ticked, onTick, isNew }: SignalListProps) {
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
                {isNew?.(type) && <NewBadge />}
              </Group>
            }
          />
        ))}
      </Stack>
    </FieldGroup>
  )
}

/** Marks what a connected app asks for and does not have; `part` is what of it is new, if not all is. */
export function NewBadge({ part }: { part?: string }) {
  return (
    <Badge component="span" size="sm" variant="light">
      <Trans>new</Trans>
      {part && ` · ${part}`}
    </Badge>
  )
}
