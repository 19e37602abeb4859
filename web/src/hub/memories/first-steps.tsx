import { Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyField } from '../../ui/copy-field.tsx'
import { TextLink } from '../../ui/link.tsx'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import type { Draft } from './edit-memory.tsx'
import css from './first-steps.module.css'

// Examples for users who do not know what to write first.
const EXAMPLES: readonly Draft[] = [
  { content: 'I like short answers first, and the details after.', scope: 'preference', type: 'preference' },
  { content: 'I do not eat meat.', scope: 'nutrition', type: 'preference' },
  { content: 'I want to run ten kilometres by spring.', scope: 'goal', type: 'goal' },
]

/** Replaces the empty list of memories: the ways to add the first ones. */
export function FirstSteps({ onAdd }: { onAdd: (example?: Draft) => void }) {
  return (
    <Stack className={utilities.surface} p={{ base: 'md', sm: 'xl' }} gap="lg">
      <div>
        <Title order={2} size="h4">
          Nothing is remembered yet
        </Title>
        <Text c="dimmed">Begin in whichever way you like.</Text>
      </div>
      <Step title="Say something about yourself">
        <Text size="sm">It is for you alone until you let an app read it. For example:</Text>
        <Stack gap={6} align="flex-start">
          {EXAMPLES.map((example) => (
            <Button
              key={example.content}
              variant="light"
              size="sm"
              h="auto"
              py={8}
              classNames={{ label: css.example }}
              onClick={() => onAdd(example)}
            >
              {example.content}
            </Button>
          ))}
        </Stack>
        <Group>
          <Button variant="default" onClick={() => onAdd()}>
            Write something else
          </Button>
        </Group>
      </Step>
      <Step title="Connect an app">
        <Text size="sm">
          Open an app you like and press its “Connect” button. It asks you here first; what it then learns about you
          appears on this page.
        </Text>
      </Step>
      <Step title="Connect an AI assistant">
        <Text size="sm">Give it this address where it asks for an MCP server. It asks you here first, too.</Text>
        <McpAddress />
      </Step>
      <Step title="Bring what you have">
        <Text size="sm">
          Have an export from elsewhere? Import it in the{' '}
          <TextLink to={HUB.settings} inherit>
            settings
          </TextLink>
          .
        </Text>
      </Step>
    </Stack>
  )
}

/** The address of the MCP endpoint, to be copied into an AI assistant. */
export function McpAddress() {
  return <CopyField label="Address for AI assistants" value={`${location.origin}/mcp`} />
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs" maw={560}>
      <Title order={3} size="h6">
        {title}
      </Title>
      {children}
    </Stack>
  )
}
