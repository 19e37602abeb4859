import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Checkbox, Text, UnstyledButton } from '@mantine/core'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type ReactNode, useId, useState } from 'react'
import type { Shape } from '../api/client.ts'
import { accessOf } from './access.ts'
import { AccessSwitch, accessName } from './access-switch.tsx'
import { memoriesIn } from './counts.ts'
import { FieldGroup } from './field-group.tsx'
import { OpenBadge, type OpenRequest } from './open-badge.tsx'
import css from './scope-list.module.css'
import { inWords } from './scope-words.ts'
import { withMember } from './sets.ts'
import { TopicIcon } from './topic-icon.tsx'
import { topicRows } from './topic-rows.ts'
import utilities from './utilities.module.css'

type Scope = Shape<'DescribedScope'>
type Topic = Shape<'ScopeTopic'>

interface ScopeListProps {
  scopes: readonly Scope[]
  ticked: ReadonlySet<string>
  /** Without it, the list is read-only. */
  onChange?: (ticked: ReadonlySet<string>) => void
  /** What a connected app asks for and does not have. */
  openRequest?: (scope: string) => OpenRequest | undefined
  /** The number of memories that a topic has now, if it is known. */
  countOf?: (topic: Topic) => number | undefined
}

/**
 * Consent scopes with their descriptions: a row for each topic, with one switch for reading and changing its memories,
 * then a row for each other permission.
 */
export function ScopeList({ scopes, countOf, ...props }: ScopeListProps) {
  const described = scopes.map(inWords)
  const topics = topicRows(described)
  const others = described.filter(({ topic }) => !topic)
  return (
    <>
      {topics.length > 0 && (
        <FieldGroup legend={t`Your memories`} rows>
          <div className={css.rows}>
            {topics.map(({ topic, scopes }) => (
              <TopicRow key={scopes[0]?.scope} topic={topic} scopes={scopes} count={countOf?.(topic)} {...props} />
            ))}
          </div>
        </FieldGroup>
      )}
      {others.length > 0 && (
        <FieldGroup legend={t`What else it can do`} rows>
          <div className={css.rows}>
            {others.map((scope) => (
              <OtherRow key={scope.scope} scope={scope} {...props} />
            ))}
          </div>
        </FieldGroup>
      )}
    </>
  )
}

type RowProps = Pick<ScopeListProps, 'ticked' | 'onChange' | 'openRequest'>

interface TopicRowProps extends RowProps {
  topic: Topic
  scopes: readonly Scope[]
  count: number | undefined
}

function TopicRow({ topic: { key, name }, scopes, count, ticked, onChange, openRequest }: TopicRowProps) {
  const id = useId()
  const memories = memoriesIn(count ?? 0)
  const details = useDetails(name, scopes)
  return (
    <div className={`${css.row} ${onChange ? css.editable : ''}`}>
      <span className={css.icon}>
        <TopicIcon topic={key} />
      </span>
      <div className={css.head}>
        <Name id={`${id}name`} name={name} toggle={details.toggle} />
        <span id={`${id}marks`} className={css.marks}>
          <OpenRequests scopes={scopes} openRequest={openRequest} />
          <Badges scopes={scopes} />
          {count !== undefined && (
            <Text component="span" size="xs" c="dimmed" className={css.fact}>
              {count ? t`${memories} now` : t`Nothing there yet`}
            </Text>
          )}
        </span>
      </div>
      <div className={css.access}>
        {onChange ? (
          <AccessSwitch
            labelledBy={`${id}name`}
            describedBy={`${id}marks`}
            scopes={scopes}
            chosen={ticked}
            onChange={onChange}
          />
        ) : (
          <Text component="span" size="sm">
            {accessName(accessOf(scopes, ticked))}
          </Text>
        )}
      </div>
      {details.list}
    </div>
  )
}

function OtherRow({ scope, ticked, onChange, openRequest }: RowProps & { scope: Scope }) {
  const details = useDetails(scope.title, [scope])
  const isTicked = ticked.has(scope.scope)
  return (
    <div className={css.row}>
      <div className={`${css.head} ${css.wide}`}>
        <Name name={scope.title} toggle={details.toggle} />
        <span className={css.marks}>
          <OpenRequests scopes={[scope]} openRequest={openRequest} />
          <Badges scopes={[scope]} />
        </span>
      </div>
      <div className={css.access}>
        {onChange ? (
          <Checkbox
            aria-label={scope.title}
            checked={isTicked}
            onChange={(event) => onChange(withMember(ticked, scope.scope, event.currentTarget.checked))}
          />
        ) : (
          isTicked && <Check size={18} role="img" aria-label={scope.title} />
        )}
      </div>
      {details.list}
    </div>
  )
}

function Name({ id, name, toggle }: { id?: string; name: string; toggle: ReactNode }) {
  return (
    <span className={css.name}>
      <Text component="span" id={id} fw={600} size="sm" className={utilities.breakWords}>
        {name}
      </Text>
      {toggle}
    </span>
  )
}

/** What scopes mean, with an example of each, and the button that shows it. */
function useDetails(name: string, scopes: readonly Scope[]) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const toggle = (
    <UnstyledButton
      aria-expanded={open}
      aria-controls={id}
      aria-label={t`What this means: ${name}`}
      onClick={() => setOpen(!open)}
      className={css.toggle}
    >
      <ChevronDown size={16} aria-hidden style={{ transform: open ? 'rotate(180deg)' : undefined }} />
    </UnstyledButton>
  )
  // Reading and changing a topic have the same example.
  const examples = new Set(scopes.flatMap(({ example, custom }) => (custom ? [] : (example ?? []))))
  const list = (
    <div id={id} className={css.details} hidden={!open}>
      <ul>
        {scopes.map(({ scope, sentence }) => (
          <li key={scope}>{sentence}</li>
        ))}
      </ul>
      {[...examples].map((example) => (
        <p key={example}>
          <Trans>
            For example: <i>“{example}”</i>
          </Trans>
        </p>
      ))}
    </div>
  )
  return { toggle, list }
}

/** Marks a topic as refused or new, or each kind of access to it that is. */
function OpenRequests({ scopes, openRequest }: Pick<TopicRowProps, 'scopes' | 'openRequest'>) {
  const requests = scopes.flatMap(({ scope }) => openRequest?.(scope) ?? [])
  const marks = new Map(requests.map((request) => [JSON.stringify(request), request]))
  return [...marks].map(([key, request]) => {
    const marked = scopes.filter(({ scope }) => JSON.stringify(openRequest?.(scope)) === key)
    const kinds = new Set(marked.map(({ kind }) => kind))
    const [kind] = marked.length < scopes.length && kinds.size === 1 ? kinds : []
    return <OpenBadge key={key} request={request} kind={kind} />
  })
}

const BADGE_CLASSES = { root: css.badge, label: css.badgeText }

// As text, because some users cannot distinguish the colours.
function Badges({ scopes }: { scopes: readonly Scope[] }): ReactNode {
  const badges = [
    {
      text: t`all of it`,
      color: 'orange',
      isShown: scopes.some(({ wildcard, topic }) => wildcard && topic?.key !== '*'),
    },
    { text: t`sensitive`, color: 'red', isShown: scopes.some(({ sensitive }) => sensitive) },
    { text: t`the app’s own topic`, color: 'gray', isShown: scopes.some(({ custom }) => custom) },
  ]
  return badges.map(
    ({ text, color, isShown }) =>
      isShown && (
        <Badge key={text} component="span" size="sm" variant="light" color={color} classNames={BADGE_CLASSES}>
          {text}
        </Badge>
      ),
  )
}
