import { expect, test } from 'vitest'
import { newSecret } from '../../foundation/auth/secrets.ts'
import { checkSecrets, findSecrets } from './secrets.ts'

const random = 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0'

test.each([
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMII'],
  ['a private key', '-----BEGIN PRIVATE KEY-----'],
  ['an API key or token', `The key is AKIA${'ABCD1234EFGH5678'}.`],
  ['an API key or token', `Uses ghp_${random} to push.`],
  ['an API key or token', `sk_live_${random}`],
  ['an API key or token', `sk-proj-${random}`],
  ['a signed token', `eyJhbGciOiJIUzI1NiJ9.${random}.${random}`],
  ['a card number', 'Pays with 4242 4242 4242 4242.'],
  ['a card number', 'Pays with 5555-5555-5555-4444.'],
  ['a card number', 'Amex 378282246310005'],
  ['a password', 'The wifi password is Tulip42!x.'],
  ['a password', 'Passwort: geheim99'],
  ['a password', 'The password of the gym app is hunter2000.'],
  ['a password', 'Das Passwort für das WLAN zu Hause ist Tulpe42!x.'],
  ['a password', 'My password is: Tulip42!x'],
  ['a PIN', 'My PIN is: 4821'],
  ['a PIN', 'The PIN of the old bank card is 4821.'],
  ['a password', 'password for netflix = hunter2000'],
  ['a PIN', 'The PIN is 4821.'],
  ['a password', 'postgres://app:hunter2000@db.example/app'],
])('%s is found', (name, text) => {
  expect(findSecrets(text)).toEqual([expect.objectContaining({ name })])
})

test.each([
  ['a no-break space', '4242\u00a04242\u00a04242\u00a04242'],
  ['a dash', '4242\u20134242\u20134242\u20134242'],
  ['zero-width characters', '4242\u200b 4242 \u20604242 42\u00ad42'],
  ['full-width digits', '\uff14\uff12\uff14\uff12 4242 4242 4242'],
  ['digits of another script', '\u0664\u0662\u0664\u0662 \u096a\u0968\u096a\u0968 4242 4242'],
  ['mathematical digits', '\u{1d7d2}\u{1d7d0}42 4242 4242 4242'],
])('a card number is found with %s', (_, number) => {
  expect(findSecrets(`Zahlt \u00fcber ${number}.`)).toEqual([{ name: 'a card number', at: 11 }])
})

test('what follows unseen characters is found where it is', () => {
  expect(findSecrets('\u200b\u200bThe\u00a0PIN is 4\u200d821.')).toEqual([{ name: 'a PIN', at: 6 }])
  expect(findSecrets('Die Kennw\u00f6rter \u2012 Tulpe42!x \u2012 sind alt.')).toEqual([])
})

test('every digit of every script has its value', () => {
  const digits = Array.from({ length: 0x1ffff }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .filter((character) => /^\p{Nd}$/u.test(character))
  for (const digit of digits)
    expect(findSecrets(`PIN: 482${digit}`), digit.codePointAt(0)?.toString(16)).toHaveLength(1)
  // Ten in a row are the digits 0 to 9: the last of these makes a valid card number only as 2.
  const valid = digits.filter((digit) => findSecrets(`4242 4242 4242 424${digit}`).length)
  expect(valid).toHaveLength(digits.length / 10)
})

test('every secret of this service is found', () => {
  for (const prefix of ['mst', 'mrt', 'sec', 'mss', 'msd', 'mcl', 'mso', 'msl', 'msp', 'clm', 'inv', 'cod'])
    expect(findSecrets(`It is ${newSecret(prefix)}.`)).toEqual([{ name: 'an API key or token', at: 6 }])
})

test.each([
  'The password is hard to remember.',
  'The password of the gym app is easy to guess.',
  'Forgot her password again.',
  'Keeps passwords in a manager: Bitwarden.',
  'Password: see the note on the fridge',
  'Order 4242 4242 4242 4241 arrived.',
  'Called +49 170 1234567 at 14:30.',
  'Ran 1234567890123456 steps.',
  'The PIN is on the fridge.',
  'Pins boards of art. Pin 3 is bent.',
  'Uses sk-learn and eyJafjallajökull as examples.',
  'Her ISBN is 978-3-16-148410-0.',
  'https://maps.example/@48.1,11.5 and https://example.com:8443/a@b',
])('%s holds no secret', (text) => {
  expect(findSecrets(text)).toEqual([])
})

test('a failure names the kind, the field and the position, and never the secret', () => {
  const check = () => checkSecrets({ content: 'Card 4242 4242 4242 4242' }, 'memories.3.', undefined)
  expect(check).toThrow(/^memories\.3\.content: holds what looks like a card number, at character 6; /)
  expect(check).not.toThrow(/4242/)
  expect(() => checkSecrets({ content: 'PIN: 4821' }, '', true)).not.toThrow()
})

test.each([
  ['externalId', { externalId: `ghp_${random}` }],
  ['source.url', { source: { url: 'https://ann:hunter2000@example.com/' } }],
  ['source.messageId', { source: { messageId: `sk_live_${random}` } }],
  ['source.quote', { source: { quote: 'The PIN is 4821.' } }],
  ['metadata.card', { metadata: { card: 4242424242424242 } }],
  ['metadata.note', { metadata: { note: 'Password: Tulip42!x' } }],
  ['metadata.db_password', { metadata: { db_password: 'Tulip42!x' } }],
  ['metadata.dbPassword', { metadata: { dbPassword: 'Tulip42!x' } }],
  ['metadata', { metadata: { [`ghp_${random}`]: true } }],
])('%s is searched, and named in the failure', (field, memory) => {
  expect(() => checkSecrets(memory, 'memories.0.', undefined)).toThrow(
    expect.objectContaining({
      code: 'validation_failed',
      details: [expect.objectContaining({ path: `memories.0.${field}`, code: 'secret_found' })],
    }),
  )
})

test('fields of metadata are no secrets for their names', () => {
  const metadata = {
    password: 'see the vault',
    passwordChanged: true,
    pin: 3,
    thread: 'trip-to-norway',
    order: 4242424242424241,
  }
  expect(() => checkSecrets({ metadata, externalId: 'strava:12345678901', source: {} }, '', undefined)).not.toThrow()
})
