import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Box, Checkbox, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId, useState } from 'react'
import type { Shape } from '../api/client.ts'
import { memoriesIn } from './counts.ts'
import { FieldGroup } from './field-group.tsx'
import css from './scope-list.module.css'
import { inWords } from './scope-words.ts'
import { NewBadge } from './signal-list.tsx'
import { TopicIcon } from './topic-icon.tsx'
import { topicRows } from './topic-rows.ts'
import utilities from './utilities.module.css'

type Scope = Shape<'DescribedScope'>
type Topic = Shape<'ScopeTopic'>

const KINDS = [
  { kind: 'read', heading: msg`Read` },
  { kind: 'write', heading: msg`Change` },
] as const

interface ScopeListProps {
  scopes: readonly Scope[]
  ticked: ReadonlySet<string>
  /** Without it, the list is read-only. */
  onTick?: (scope: string, ticked: boolean) => void
  /** Scopes that the user has not allowed so far. */
  isNew?: (scope: string) => boolean
  /** The number of memories that a topic has now, if it is known. */
  countOf?: (topic: Topic) => number | undefined
}

/**
 * Consent scopes with their descriptions: a row for each topic, with one column for reading its memories and one for
 * changing them, then a row for each other permission.
 */
export function ScopeList({ scopes, countOf, ...props }: ScopeListProps) {
  const described = scopes.map(inWords)
  const topics = topicRows(described)
  const others = described.filter(({ topic }) => !topic)
  const columns = KINDS.filter(({ kind }) => topics.some(({ scopes }) => scopes.some((scope) => scope.kind === kind)))
  return (
    <>
      {topics.length > 0 && (
        <FieldGroup legend={t`Your memories`} rows>
          <div className={`${css.row} ${css.heads}`} aria-hidden>
            <span />
            <span />
            <span className={css.cells}>
              {columns.map(({ kind, heading }) => (
                <span key={kind}>{i18n._(heading)}</span>
              ))}
            </span>
          </div>
          {topics.map((row) => (
            <Row
              key={row.scopes[0]?.scope}
              icon={row.topic.key}
              name={row.topic.name}
              about={row.topic.about}
              count={countOf?.(row.topic)}
              scopes={row.scopes}
              isNew={props.isNew}
            >
              {columns.map(({ kind }) => (
                <Cell key={kind} scope={row.scopes.find((scope) => scope.kind === kind)} {...props} />
              ))}
            </Row>
          ))}
        </FieldGroup>
      )}
      {others.length > 0 && (
        <FieldGroup legend={t`What else it can do`} rows>
          <Stack gap={0}>
            {others.map((scope) => (
              <Row key={scope.scope} name={scope.title} about={scope.sentence} scopes={[scope]} isNew={props.isNew}>
                <Cell scope={scope} {...props} />
              </Row>
            ))}
          </Stack>
        </FieldGroup>
      )}
    </>
  )
}

interface RowProps {
  /** The topic whose icon is shown. */
  icon?: string
  name: string
  about: string
  /** How many memories of the topic there are now. */
  count?: number | undefined
  scopes: readonly Scope[]
  isNew?: (scope: string) => boolean
  children: ReactNode
}

function Row({ icon, name, about, count, scopes, isNew, children }: RowProps) {
  const memories = memoriesIn(count ?? 0)
  const [open, setOpen] = useState(false)
  const details = useId()
  return (
    <div className={css.row}>
      <span className={css.icon}>{icon && <TopicIcon topic={icon} />}</span>
      <Box miw={0}>
        <Group gap={6}>
          <Group gap={4} wrap="nowrap">
            <Text component="span" fw={600} size="sm" className={utilities.breakWords}>
              {name}
            </Text>
            <UnstyledButton
              aria-expanded={open}
              aria-controls={details}
              aria-label={t`What this means: ${name}`}
              onClick={() => setOpen(!open)}
              c="dimmed"
              lh={0}
              p={3}
            >
              <ChevronDown size={16} aria-hidden style={{ transform: open ? 'rotate(180deg)' : undefined }} />
            </UnstyledButton>
          </Group>
          <NewScopes scopes={scopes} isNew={isNew} />
          <Badges scopes={scopes} />
        </Group>
        <Text size="sm" c="dimmed" className={`${utilities.breakWords} ${css.about}`}>
          <span className={icon && css.topicAbout}>
            {about}
            {count ? ' · ' : ''}
          </span>
          {count ? t`${memories} today` : ''}
        </Text>
      </Box>
      <span className={css.cells}>{children}</span>
      <ul id={details} className={css.details} hidden={!open}>
        {scopes.map((scope) => (
          <li key={scope.scope}>
            {scope.sentence !== about && scope.sentence}{' '}
            {scope.example && !scope.custom && (
              <Trans>
                For example: <i>“{scope.example}”</i>
              </Trans>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Cell({ scope, ticked, onTick }: { scope?: Scope } & Pick<ScopeListProps, 'ticked' | 'onTick'>) {
  if (!scope) return <span />
  if (onTick)
    return (
      <Checkbox
        aria-label={scope.title}
        checked={ticked.has(scope.scope)}
        onChange={(event) => onTick(scope.scope, event.currentTarget.checked)}
      />
    )
  return ticked.has(scope.scope) ? <Check size={18} role="img" aria-label={scope.title} /> : <span />
}

/** Marks a topic as new, or the one kind of access to it that is. */
function NewScopes({ scopes, isNew }: Pick<RowProps, 'scopes' | 'isNew'>) {
  const added = scopes.filter(({ scope }) => isNew?.(scope))
  if (!added.length) return null
  const kind = KINDS.find(({ kind }) => kind === added[0]?.kind)
  return <NewBadge part={added.length < scopes.length && kind ? i18n._(kind.heading) : undefined} />
}

// As text, because some users cannot distinguish the colours.
function Badges({ scopes }: { scopes: readonly Scope[] }): ReactNode {
  const badges = [
    { text: t`broad`, color: 'orange', isShown: scopes.some(({ wildcard, topic }) => wildcard && topic?.key !== '*') },
    { text: t`sensitive`, color: 'red', isShown: scopes.some(({ sensitive }) => sensitive) },
    { text: t`the app’s own topic`, color: 'gray', isShown: scopes.some(({ custom }) => custom) },
  ]
  return badges.map(
    ({ text, color, isShown }) =>
      isShown && (
        <Badge key={text} component="span" size="sm" variant="light" color={color}>
          {text}
        </Badge>
      ),
  )
}
