import { Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core'
import ExternalLink from 'lucide-react/icons/external-link'
import { useState } from 'react'
import type { Shape } from '../api/client.ts'
import { CodeBlock } from '../ui/code-block.tsx'
import { ButtonAnchor } from '../ui/link.tsx'
import utilities from '../ui/utilities.module.css'
import css from './first-call.module.css'
import { asCurl, asJavaScript, asPython, consentLink, exchangeCall, firstCalls } from './snippets.ts'

const ICON_SIZE = 16
const FORMATS = { curl: asCurl, JavaScript: asJavaScript, Python: asPython } as const
type Language = keyof typeof FORMATS

/** Three steps from consent to the first API call, with the values of the app filled in. */
export function FirstCall({ app, secret }: { app: Shape<'App'>; secret?: string }) {
  const [language, setLanguage] = useState<Language>('curl')
  const [pastedSecret, setPastedSecret] = useState('')
  const [code, setCode] = useState('')
  const [token, setToken] = useState('')
  const { origin } = location
  const format = FORMATS[language]
  const redirectUri = app.redirect_uris[0]
  if (!app.manifest.scopes.length)
    return <Text c="dimmed">The manifest asks for nothing yet. Add a scope to see a first call here.</Text>
  return (
    <Stack gap="lg">
      <SegmentedControl
        aria-label="Language of the examples"
        data={Object.keys(FORMATS)}
        value={language}
        onChange={(value) => setLanguage(value as Language)}
        w="fit-content"
      />
      <ol className={css.steps}>
        <li>
          <Stack gap="sm">
            <Text>
              <b>Ask for consent.</b> To try it yourself, follow the link and sign in with a personal account; it is
              separate from your developer account.{' '}
              {redirectUri
                ? `Then you are sent to ${redirectUri}. Copy what follows “code=” from its address, even if the page does not load.`
                : 'Then a code is shown. Copy it.'}
            </Text>
            <Group>
              <ButtonAnchor
                href={consentLink(origin, app)}
                target="_blank"
                rel="noopener"
                variant="light"
                rightSection={<ExternalLink size={ICON_SIZE} aria-hidden />}
              >
                Try it
              </ButtonAnchor>
            </Group>
            <CodeBlock label="Consent link" text={consentLink(origin, app)} />
          </Stack>
        </li>
        <li>
          <Stack gap="sm">
            <Text>
              <b>Exchange the code for a token.</b> A code works once, for ten minutes. The token works until the person
              disconnects your app.
            </Text>
            {secret === undefined && (
              <PasteField label="Your client secret" value={pastedSecret} onChange={setPastedSecret} />
            )}
            <PasteField label="Code" value={code} onChange={setCode} />
            <CodeBlock
              label="Exchange"
              text={format(exchangeCall(origin, app, secret ?? (pastedSecret || '<client secret>'), code || '<code>'))}
            />
          </Stack>
        </li>
        <li>
          <Stack gap="sm">
            <Text>
              <b>Call the API.</b> The token speaks for this one person and your app; keep it like a password.
            </Text>
            <PasteField label="Connection token" value={token} onChange={setToken} />
            {firstCalls(origin, app, token || '<connection token>').map(({ title, call }) => (
              <CodeBlock key={title} label={title} text={format(call)} />
            ))}
          </Stack>
        </li>
      </ol>
    </Stack>
  )
}

/** An input for a value that the developer has just received. It only fills in the examples. */
function PasteField(props: { label: string; value: string; onChange: (value: string) => void }) {
  return (
    <TextInput
      label={props.label}
      description="Paste it here to fill in the example. It never leaves this page."
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value.trim())}
      classNames={{ input: utilities.monospace }}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
