import { Badge, Box, Checkbox, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Shape } from '../api/client.ts'
import { FieldGroup } from './field-group.tsx'
import css from './scope-list.module.css'
import { NewBadge } from './signal-list.tsx'

type Scope = Shape<'DescribedScope'>

const GROUPS = [
  { kind: 'read', legend: 'What it can read' },
  { kind: 'write', legend: 'What it can change' },
  { kind: 'other', legend: 'What else it can do' },
] as const

interface ScopeListProps {
  scopes: readonly Scope[]
  ticked: ReadonlySet<string>
  /** Without it, the list is read-only. */
  onTick?: (scope: string, ticked: boolean) => void
  /** Scopes that the user has not allowed so far. */
  isNew?: (scope: string) => boolean
}

/** Consent scopes with their descriptions, grouped into reading, writing and other permissions, with checkboxes. */
export function ScopeList({ scopes, ticked, onTick, isNew }: ScopeListProps) {
  return GROUPS.map(({ kind, legend }) => {
    const group = scopes.filter((scope) => scope.kind === kind)
    if (!group.length) return null
    return (
      <FieldGroup key={kind} legend={legend} className={css.group} p={0}>
        <Stack gap={0}>
          {group.map((scope) => (
            <ScopeRow
              key={scope.scope}
              scope={scope}
              ticked={ticked.has(scope.scope)}
              isNew={isNew?.(scope.scope)}
              onTick={onTick && ((ticked) => onTick(scope.scope, ticked))}
            />
          ))}
        </Stack>
      </FieldGroup>
    )
  })
}

interface ScopeRowProps {
  scope: Scope
  ticked: boolean
  isNew?: boolean
  onTick?: (ticked: boolean) => void
}

function ScopeRow({ scope, ticked, isNew, onTick }: ScopeRowProps) {
  const label = (
    <Group component="span" gap={6}>
      <Text component="span" fw={600} size="sm">
        {scope.title}
      </Text>
      {isNew && <NewBadge />}
      <Badges scope={scope} />
    </Group>
  )
  const description = (
    <Box component="span" display="block">
      <Text component="span" size="sm" c="dimmed" display="block">
        {scope.sentence}
      </Text>
      {scope.example && !scope.custom && (
        <Text component="span" size="sm" c="dimmed" display="block" fs="italic" mt={2}>
          For example: “{scope.example}”
        </Text>
      )}
    </Box>
  )
  if (!onTick)
    return (
      <Box p="sm" className={css.row}>
        {label}
        {description}
      </Box>
    )
  return (
    <Checkbox
      className={css.row}
      p="sm"
      checked={ticked}
      onChange={(event) => onTick(event.currentTarget.checked)}
      label={label}
      description={description}
    />
  )
}

// As text, because some users cannot distinguish the colours.
function Badges({ scope }: { scope: Scope }): ReactNode {
  return (
    <>
      {scope.wildcard && (
        <Badge component="span" size="sm" variant="light" color="orange" tt="none">
          broad
        </Badge>
      )}
      {scope.sensitive && (
        <Badge component="span" size="sm" variant="light" color="red" tt="none">
          sensitive
        </Badge>
      )}
      {scope.custom && (
        <Badge component="span" size="sm" variant="light" color="gray" tt="none">
          the app’s own scope
        </Badge>
      )}
    </>
  )
}
