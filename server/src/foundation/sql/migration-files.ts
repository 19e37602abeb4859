import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const FOLDER = new URL('../../../migrations/', import.meta.url)

// A migration that removes something declares `-- needs 0012_name`: afterwards only builds that include 0012_name run.
const NEEDS = /^-- needs (\w+)$/m

/**
 * Migrations whose comments were reworded after a release: the SHA-256 of the released text, which databases have
 * recorded, and of its statements, which must stay the same.
 */
const REWORDED: Readonly<Record<string, { released: string; statements: string }>> = {
  '0001_people_and_apps.sql': {
    released: 'b4cb49a4c3b41f36a3acf37ee064f4b8325bdf414ecc3c6abbc4e2ebbdc60613',
    statements: 'ac1977eb2dce6ad83a4f23e2d0e2d3cc83d230c3b4dfeb9224e092bdf6ca609e',
  },
  '0002_memories.sql': {
    released: 'a68f370229c6fc8bbcc72c9f2a0007bc8a12825a35e5b5dc0ed15d75a9e807bf',
    statements: '3c5256d7863325425e6387616ca78a3a1801c40198ff12935701542f47b39583',
  },
  '0003_delivery.sql': {
    released: '54d1d3a0a95249762faac17f803538c876f43cea34d7d536d68a078a01f2899c',
    statements: '2a5ca9ef53b4f3b02c6e66b8b2ab475871bf090c4310e014967dca0d7887c8d5',
  },
  '0004_weighty.sql': {
    released: '2f50f4121d51fa42c08938d1bc614b43b9e490ee27087ae1c8566439e6d47d5f',
    statements: '143a4efc03a4b18b17145d8fcf15bca884242148daf6d75ec147d689457f356b',
  },
  '0005_connectors.sql': {
    released: '244eb18084b2a72b65ec6ce152a4f8c2ad3944ccb827b87c33feb3e960aa71cd',
    statements: 'addf0fc3fa2a4740d382e010d3acef269162bf9ad5a590bb4862340a759e2a82',
  },
  '0006_chats.sql': {
    released: 'ad5c73c1ba0e5fcf361aaa815bdd23d2fda84c9fe4fd917646a21dbf1b026b17',
    statements: '2368418e4008df0d9390fc9eae7144f19c0b62cb1a38742ee27c46b4d20cc865',
  },
  '0007_vectors.sql': {
    released: '90dc511252623949a18244b53ab4db7a5b6276281a5774fbdfe6108cf2dae169',
    statements: 'bf83789c3b7d207bd294b6aa0e67ae07913a848aebb155cfd646f630661dc860',
  },
  '0008_people_by_day.sql': {
    released: '87c572e0c1d88a5d434d0e31650d1fc7d0ba0795ad52fc269dbdff4a243df787',
    statements: '6a0e0d5c85535e5b226e7c906c4e5af3347835a9b7913f9dc9798710fbe3e222',
  },
  '0009_standard_oauth.sql': {
    released: '936b32e384549bafb1a3d272d5b41c7c67300d503f3b65678009260853c96b6e',
    statements: '9d4c98fc349caf6e8ad08fcc5bac571ec8117ae62b220d96a6fd3c935af778db',
  },
  '0010_relations.sql': {
    released: 'eff9abf855ac4f9821c500422cc895ce0d4bfc2918d67c051596848b942c8839',
    statements: 'a746e572aa0b01d0893129f001a30284d82ae7b15383820f15a0e236cf080ef8',
  },
  '0011_deliveries_left.sql': {
    released: '8af6e5e40268034e8603a51e536800fd0368ba704181bbd52af6e808650cac67',
    statements: '1be795cd843ca9348430a6e8af1f32e439bcbb0eeab7748530dc20005112a2dd',
  },
}

/** One migration file: its name (`0001_people.sql`), its statements, and the checksum that databases record. */
export interface Migration {
  name: string
  statements: string[]
  sha256: string
  /** The migration that a build must include to run after this one. */
  needs: string | null
}

let migrations: readonly Migration[] | undefined

/** The migrations of this build, in order; read once in a process. */
export function readMigrations(): readonly Migration[] {
  migrations ??= readFolder()
  return migrations
}

function readFolder(): Migration[] {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  return names.sort().map((name) => migrationOf(name, readFileSync(new URL(name, FOLDER), 'utf8')))
}

/**
 * Reads one migration. The checksum is that of the text, or of the released text if only comments changed since.
 * @throws Error when the statements of a reworded migration changed.
 */
export function migrationOf(name: string, text: string): Migration {
  const statements = statementsOf(text)
  const needs = NEEDS.exec(text)?.[1] ?? null
  const reworded = REWORDED[name]
  if (reworded && hashOf([...statements, ...(needs ? [needs] : [])].join(';\n')) !== reworded.statements)
    throw new Error(`the statements of the released migration ${name} were changed; only its comments may change`)
  return { name, statements, needs, sha256: reworded?.released ?? hashOf(text) }
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

// The extended protocol accepts one statement at a time. The migrations have no run of white space inside a literal, and
// a semicolon only inside the body of a function, between `$$`.
function statementsOf(text: string): string[] {
  const statements = ['']
  for (const [at, part] of text.replace(/--.*$/gm, '').split('$$').entries()) {
    const [first = '', ...others] = at % 2 ? [`$$${part}$$`] : part.split(';')
    statements[statements.length - 1] += first
    statements.push(...others)
  }
  return statements.map((statement) => statement.replace(/\s+/g, ' ').trim()).filter(Boolean)
}
