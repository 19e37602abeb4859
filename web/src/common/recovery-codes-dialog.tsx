import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Code, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Dialog } from '../ui/dialog.tsx'
import { Note } from '../ui/note.tsx'
import { useSecretGuard } from '../ui/secret-guard.tsx'
import { useCopy } from '../ui/use-copy.ts'

/**
 * Shows new recovery codes, once. Only its button closes it, so that a stray click or key cannot lose them, and leaving the
 * page asks first.
 */
export function RecoveryCodesDialog({ codes, onClose }: { codes: string[] | null; onClose: () => void }) {
  const text = codes?.join('\n')
  const { release, question } = useSecretGuard(text)
  const { copied, copy } = useCopy(text ?? '', release)
  return (
    <>
      <Dialog mustAnswer opened={codes !== null} onClose={onClose} title={t`Your recovery codes`}>
        <Stack>
          <Note tone="warning">
            <Trans>They are shown only once. Store them where you find them without this device.</Trans>
          </Note>
          <Text size="sm">
            <Trans>Each code signs you in once, after your password, if your passkeys and app are lost.</Trans>
          </Text>
          <SimpleGrid cols={2} spacing="xs">
            {codes?.map((code) => (
              <Code key={code} ta="center">
                {code}
              </Code>
            ))}
          </SimpleGrid>
          <Group justify="flex-end">
            <Button variant="default" onClick={copy}>
              {copied ? t`Copied` : t`Copy all`}
            </Button>
            <Button onClick={onClose}>
              <Trans>I have stored them</Trans>
            </Button>
          </Group>
        </Stack>
      </Dialog>
      {question}
    </>
  )
}
