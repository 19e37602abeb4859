import { t } from '@lingui/core/macro'
import type { RefusalCode } from '@memory-service/portability/errors'
import { WARNINGS } from '@memory-service/portability/warnings'
import { serverText } from '../../i18n/server-text.ts'

/* The reader writes its sentences in English; here they are put into the language of the page. */

const NAMES = new Map<string, string>(Object.entries(WARNINGS).map(([name, text]) => [text, name]))

/** A warning of a preview. */
export function warningText(text: string): string {
  return serverText(`warning.${NAMES.get(text) ?? ''}`, text)
}

/** Why a file cannot be imported. Other languages than English say less than the reader, but the files that a list names. */
export function refusalText(reason: { code: RefusalCode; message: string } | undefined): string {
  if (!reason) return t`The file cannot be read.`
  const files = reason.message.slice(reason.message.lastIndexOf(': ') + 2).replace(/\.$/, '')
  return serverText(`refusal.${reason.code}`, reason.message, { files })
}
