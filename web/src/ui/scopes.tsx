import { Badge, Box, Checkbox, Fieldset, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Shape } from '../api/client.ts'

type Scope = Shape<'DescribedScope'>

const GROUPS = [
  { kind: 'read', legend: 'What it can read' },
  { kind: 'write', legend: 'What it can change' },
  { kind: 'other', legend: 'What else it can do' },
] as const

interface ScopeListProps {
  scopes: readonly Scope[]
  /** The scopes that are ticked. */
  ticked: ReadonlySet<string>
  /** Without it the list is only to be read. */
  onTick?: (scope: string, ticked: boolean) => void
}

/** Scopes in plain words, what is read apart from what is written, each to be ticked or not. */
export function ScopeList({ scopes, ticked, onTick }: ScopeListProps) {
  return GROUPS.map(({ kind, legend }) => {
    const group = scopes.filter((scope) => scope.kind === kind)
    if (!group.length) return null
    return (
      <Fieldset key={kind} legend={legend} className="group scope-group" p={0}>
        <Stack gap={0}>
          {group.map((scope) => (
            <ScopeRow
              key={scope.scope}
              scope={scope}
              ticked={ticked.has(scope.scope)}
              onTick={onTick && ((now) => onTick(scope.scope, now))}
            />
          ))}
        </Stack>
      </Fieldset>
    )
  })
}

interface ScopeRowProps {
  scope: Scope
  ticked: boolean
  onTick?: (ticked: boolean) => void
}

function ScopeRow({ scope, ticked, onTick }: ScopeRowProps) {
  const label = (
    <Group component="span" gap={6}>
      <Text component="span" fw={600} size="sm">
        {scope.title}
      </Text>
      <Marks scope={scope} />
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
      <Box p="sm" className="scope-row">
        {label}
        {description}
      </Box>
    )
  return (
    <Checkbox
      className="scope-row"
      p="sm"
      checked={ticked}
      onChange={(event) => onTick(event.currentTarget.checked)}
      label={label}
      description={description}
    />
  )
}

// Said in words, for a colour alone tells nothing to many.
function Marks({ scope }: { scope: Scope }): ReactNode {
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
