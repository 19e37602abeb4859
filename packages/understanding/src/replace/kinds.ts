/** Kinds of things and services of which most people use one at a time, and their usual names. */
const LISTS = `
phone: phone smartphone android iphone galaxy pixel samsung huawei oneplus xiaomi fairphone nokia motorola
computer: computer laptop macbook thinkpad chromebook imac surface dell lenovo
car: car volvo volkswagen vw golf polo passat bmw audi mercedes opel vauxhall ford fiesta toyota yaris prius corolla honda civic mazda nissan hyundai kia skoda octavia seat renault clio peugeot citroen citroën corsa zoe octavia creta fiat panda dacia tesla mini subaru suzuki lexus jeep saab alfa
browser: browser firefox chrome safari edge brave opera vivaldi
editor: vim neovim emacs vscode sublime intellij webstorm zed
music: spotify deezer tidal napster qobuz
mail: gmail outlook proton protonmail fastmail yahoo hotmail
messenger: whatsapp telegram signal threema
notes: notion obsidian evernote onenote
daw: daw reaper protools ableton cubase bitwig garageband cakewalk
passwords: 1password bitwarden lastpass keepass dashlane
search: duckduckgo kagi ecosia startpage qwant
system: windows ubuntu fedora debian macos archlinux
cloud: dropbox onedrive nextcloud icloud
ereader: kindle kobo tolino pocketbook
bank: monzo revolut n26 barclays hsbc lloyds natwest absa capitec nedbank fnb dnb nordea swedbank handelsbanken commerzbank sparkasse dkb comdirect ubs postfinance rabobank ing bunq unicredit bbva caixabank citibank zkb raiffeisen bawag monobank kaspi tinkoff sberbank
photo: lightroom darktable affinity gimp photoshop
tasks: todoist ticktick things3 omnifocus trello asana
spoken: english german french spanish italian portuguese dutch polish turkish arabic russian swedish danish norwegian finnish greek hindi urdu mandarin chinese japanese korean ukrainian czech
`

const KINDS: ReadonlyMap<string, string> = new Map(
  LISTS.trim()
    .split('\n')
    .flatMap((line) => {
      const [kind, names] = line.split(': ') as [string, string]
      return names.split(' ').map((name) => [name, kind] as const)
    }),
)

/** The kind of thing that a word in lower case names; `undefined` for most. */
export function kindOf(plain: string): string | undefined {
  return KINDS.get(plain)
}
