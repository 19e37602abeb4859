import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Box, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyField } from '../../ui/copy-field.tsx'
import { TextLink } from '../../ui/link.tsx'
import utilities from '../../ui/utilities.module.css'
import { HUB } from '../../urls.ts'
import type { Draft } from './edit-memory.tsx'
import css from './first-steps.module.css'

// Examples for users who do not know what to write first.
const examples = (): readonly Draft[] => [
  { content: t`I like short answers first, and the details after.`, scope: 'preference', type: 'preference' },
  { content: t`I do not eat meat.`, scope: 'nutrition', type: 'preference' },
  { content: t`I want to run ten kilometres by spring.`, scope: 'goal', type: 'goal' },
]

/** Replaces the empty list of memories: the ways to add the first ones. */
export function FirstSteps({ onAdd }: { onAdd: (example?: Draft) => void }) {
  return (
    <div className={`${utilities.surface} ${css.steps}`}>
      <div className={css.head}>
        <Title order={2} size="h4">
          <Trans>Nothing is remembered yet</Trans>
        </Title>
        <Text c="dimmed">
          <Trans>Begin in whichever way you like.</Trans>
        </Text>
      </div>
      <Step title={t`Say something about yourself`}>
        <Text size="sm">
          <Trans>It is for you alone until you let an app read it. For example:</Trans>
        </Text>
        <Stack gap={6} align="flex-start">
          {examples().map((example) => (
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
            <Trans>Write something else</Trans>
          </Button>
        </Group>
      </Step>
      <Step title={t`Connect an app`}>
        <Text size="sm">
          <Trans>
            Open an app you like and press its “Connect” button. It asks you here first; what it then learns about you
            appears on this page.
          </Trans>
        </Text>
      </Step>
      <Step title={t`Connect an AI assistant`}>
        <Text size="sm">
          <Trans>Give it this address where it asks for an MCP server. It asks you here first, too.</Trans>
        </Text>
        <McpAddress />
      </Step>
      <Step title={t`Bring what you have`}>
        <Text size="sm">
          <Trans>
            Chats and memories from ChatGPT, Claude, Gemini, notes or another service:{' '}
            <TextLink to={HUB.bring} inherit>
              bring your memories
            </TextLink>
            .
          </Trans>
        </Text>
      </Step>
    </div>
  )
}

/** The address of the MCP endpoint, to be copied into an AI assistant. */
export function McpAddress() {
  return (
    <Box w="100%" maw={440} ta="start">
      <CopyField label={t`Address for AI assistants`} value={`${location.origin}/mcp`} />
    </Box>
  )
}

function Step({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs" className={css.step}>
      <Title order={3} size="h6">
        {title}
      </Title>
      {children}
    </Stack>
  )
}
