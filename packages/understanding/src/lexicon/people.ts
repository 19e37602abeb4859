/** Family, friends, other people, personal details and life events. */
export const PEOPLE = `
family: family families household "my folks" "loved ones" clan
relative < family: relative relatives relation kin "family member" "family members" "extended family" aunt uncle cousin "in the family" "in my family" niece nephew
partner < family: partner "significant other" "other half" "better half" "life partner" "domestic partner" couple
spouse < partner: spouse married marry husband wife marriage newlywed "my missus"
husband < spouse: husband hubby hubbie
wife < spouse: wife wives wifey missus
boyfriend < partner: boyfriend "boy friend"
girlfriend < partner: girlfriend "girl friend"
fiance < partner: fiance fiancee betrothed
ex_partner < people: ex divorced "ex wife" "ex husband" "ex girlfriend" "ex boyfriend" "former partner" "former husband" "former wife"
polyamory < relationship: polyamorous polyamory "open relationship"
relationship: relationship "in a relationship" "going out with" "seeing someone" "civil partnership" cohabiting
single_status < relationship: unmarried "single parent" "i'm single" "i am single" "not married"
dating < relationship: dating tinder bumble hinge "blind date" "first date" "dating app" "dating apps" "went on a date"
love_romance < relationship: romance romantic lover "in love" "fall in love" "fell in love" soulmate crush valentine
marital_status < relationship: "marital status" married unmarried divorced widowed
engagement < relationship life_event: engaged engagement "engagement ring" proposed proposal "got engaged" fiance fiancee
wedding < life_event party: wedding bride groom bridal bridesmaid "best man" honeymoon "tie the knot" "tied the knot" "got married" "getting married"
marriage < relationship: marriage married marry marries matrimony wedlock
wedding_anniversary < anniversary marriage: anniversary "golden wedding" "silver wedding" "wedding day" "date we married"
anniversary: anniversary anniversaries jubilee
divorce < relationship life_event: divorce divorced divorcing alimony custody
separation < relationship: separated "split up" "broke up" "break up" breakup "broken up" dumped "separated from"
affair < relationship: affair mistress infidelity "cheated on" unfaithful
jealous < emotion: jealous jealousy envy envious
parent < family: parent parents mother father mum mom dad parenthood parenting
mother < parent: mother mum mom mommy mummy mama mam ma
father < parent: father dad daddy papa pa
single_parent < parent: "single parent" "single mum" "single mom" "single mother" "single dad" "lone parent"
step_parent < parent: stepmother stepfather stepmum stepmom stepdad stepparent
step_child < child: stepson stepdaughter stepchild stepchildren stepkids
step_sibling < sibling: stepbrother stepsister "half brother" "half sister"
child < family: child children kid kids son daughter offspring youngster "little one" toddlers tween
son < child boy: son sons "my boy"
daughter < child girl: daughter daughters "my girl"
baby < child: baby babies infant newborn toddler bub "due date" bassinet "baby girl" "baby boy"
twins < people: twin twins triplets "identical twins" "twin brother" "twin sister"
eldest_child < child: eldest firstborn "oldest child" "oldest son" "oldest daughter" "first child"
youngest_child < child: "youngest child" "youngest son" "youngest daughter" "our youngest"
only_child < child: "only child" "no siblings"
no_children < child: childless childfree "no children" "no kids" "don't have children"
number_of_children < child: "how many children" "how many kids" "two children" "two kids" "three children" "three kids"
adoption < child: adopt adopted adoption adoptive orphan orphanage
foster_care < child: foster fostered fostering "foster child" "foster parents"
godparent < relative: godparent godmother godfather godchild goddaughter godson
sibling < family: sibling siblings brother sister
brother < sibling: brother brothers bro
sister < sibling: sister sisters sis
grandparent < family: grandparent grandparents grandmother grandfather grandma grandpa
grandmother < grandparent: grandmother grandma granny nan nana gran nanna oma
grandfather < grandparent: grandfather grandpa grandad granddad gramps opa
great_grandparent < grandparent: "great grandmother" "great grandfather" "great grandparents" "great grandma"
grandchild < family: grandchild grandchildren grandson granddaughter grandkids grandkid
aunt < relative: aunt auntie aunty aunts
uncle < relative: uncle uncles
cousin < relative: cousin cousins
niece < relative: niece nieces
nephew < relative: nephew nephews
in_law < relative: "in laws" "in law" inlaws
mother_in_law < in_law: "mother in law" "partner's mother" "husband's mother" "wife's mother"
father_in_law < in_law: "father in law" "partner's father" "husband's father" "wife's father"
sibling_in_law < in_law: "brother in law" "sister in law"
child_in_law < in_law: "son in law" "daughter in law"
ancestor < relative: ancestor ancestors ancestry genealogy "family tree" heritage descent forefathers
widow < spouse: widow widower widowed
life_event: milestone "life event" "big day"
people: people person human folk folks somebody
man < people: man men male gentleman guy bloke lad
woman < people: woman women female lady ladies gal
boy < people: boy boys schoolboy
girl < people: girl girls schoolgirl
teenager < people: teenager teenage teen adolescent adolescence puberty youth
adult < people: adult adulthood "grown up" grownup
elderly < people: elderly pensioner senior oap "old age" geriatric
stranger < people: stranger strangers unknown
friend < people: friend friends friendship buddy pal bestie chum
best_friend < friend: bestie bff "best friend" "closest friend" "best mate" "oldest friend" "close friend"
old_friend < friend: "childhood friend" "school friend" "old friend" "university friend" classmate "college friend"
acquaintance < people: acquaintance acquaintances
make_friends < friend: befriend "make friends" "made friends" "new friends" "meet new people"
social_life: social socialise socialize "social life" "hang out" "hanging out" "hung out" "get together"
neighbour < people: neighbour neighbours neighbor neighbors "next door" "across the street" "downstairs neighbour" "upstairs neighbour"
flatmate < people home: flatmate roommate housemate "room mate" "flat mate" lodger "live with"
colleague < people work: colleague colleagues coworker "co worker" teammate workmate "work with" coworkers teammates workmates "work friend" "works with" "working with" "people at work" officemate
boss < people work: boss manager supervisor superior "line manager" "reports to" "report to" "team lead" bosses managers "team leader" "reporting to" "answers to" "answer to" foreman forewoman supervises supervised
landlord < people rent: landlord landlady "letting agent" "property manager"
tenant < people rent: tenant tenants lodger subtenant
babysitter < people child: babysitter babysit nanny "au pair" childminder "child minder" "baby sitter" babysitting
cleaner_person < people cleaning: cleaner housekeeper janitor "cleaning lady" maid
guest < people: guest guests visitor visitors houseguest
host < people: host hostess hosting
role_model < people: mentor idol hero "role model" "look up to" admire
famous_person < people: celebrity celebrities famous "film star" influencer
pen_pal < friend: penpal "pen pal" "pen friend"
identity: identity identification "personal details" "personal information"
name: name named surname firstname lastname "first name" "last name" "middle name" "family name" "full name" "is called" "are called" "named after" "my name is" called
maiden_name < name: "maiden name" "birth name" nee
nickname < name: nickname nicknamed alias "known as" "short for" "goes by" "call me"
name_change < name: "changed my name" "changed her name" "changed his name" "take his name" "double barrelled"
title_name < name: mr mrs ms sir madam "form of address"
pronouns < identity: pronoun pronouns "she her" "he him" "they them"
gender < identity: gender sex nonbinary transgender trans "non binary" cisgender
sexuality < identity: gay lesbian bisexual heterosexual queer lgbt lgbtq asexual "sexual orientation" "coming out" homosexual
age < identity: age aged "years old" "year old" "how old" birthdate "turned 40" "turned 30" "turned 50" "turned 60" "turned 18" "turned 21" "turns 18" "turns 21" "turns 50" "turns 60"
birthday < life_event: birthday birthdate "date of birth" bday "born on" "turns 30" "turning 40" "years old" born dob "was born" "date born" "birth date" "year of birth" "turned 30" "turned 40" "turned 50" "turned 60" "turns 40" "turns 50"
birthplace < identity: birthplace hometown "place of birth" "born in" "where i was born" "comes from" "grew up"
childhood: childhood upbringing "grew up" "grow up" "as a child" "as a kid" "when i was little" "growing up" raised "as a girl" "as a boy" "when i was young" "when young" "when i was small"
nationality < identity: nationality citizen citizenship "dual nationality" "dual citizenship"
immigrant < people: immigrant immigrate immigration emigrate emigrated expat expatriate refugee asylum migrant
ethnicity < identity: ethnicity ethnic "mixed race"
star_sign: zodiac horoscope astrology "star sign" aries taurus gemini virgo libra scorpio sagittarius capricorn aquarius pisces
personality: personality character introvert introverted extrovert extroverted temperament trait
shy < personality: shy shyness timid bashful
outgoing < personality: outgoing sociable talkative chatty gregarious
funny < personality: funny hilarious humour humor witty joke jokes
kind_person < personality: caring generous kindness thoughtful compassionate "kind hearted"
honest < personality: honest honesty trustworthy sincere truthful
patient_person < personality: patience impatient "short tempered" "short fuse"
organised_person < personality: organised organized tidy methodical disorganised disorganized
perfectionist < personality: perfectionist perfectionism meticulous pedantic
stubborn < personality: stubborn headstrong obstinate
ambitious < personality: ambitious ambition competitive
creative_person < personality: creative creativity imaginative artistic
lazy < personality: lazy laziness procrastinate procrastination
clumsy < personality: clumsy klutz
intelligent < personality: intelligent clever smart bright genius
forgetful < memory: forgetful forget forgot forgotten "bad memory" "slipped my mind"
memory: memory memories remember remembered recall reminisce nostalgia nostalgic
secret: secret secrets confidential "keep it secret" "don't tell" private privately secretly hide hides hidden hid "keeps it from" "nobody knows" "known only to"
surprise: surprise surprised "surprise party" unexpected
promise: promise promised vow promises vowed swore sworn "gave my word" pledge pledged
death < life_event: death dead died deceased dying "passed away" "pass away" "lost her life" "lost his life"
funeral < death: funeral burial buried cremation cremated coffin grave graveyard cemetery obituary condolences
grief < death emotion: grief grieve grieving mourn mourning bereaved bereavement condolences
late_relative < death: "late husband" "late wife" "late father" "late mother" "no longer alive" "no longer with us"
inheritance < money: inherit inherited inheritance heir heirloom testament "last will" inherits inheriting heirs bequeathed "left me money" "left to me" legacy
murder < crime death: murder murdered homicide
accident_event: accident crash crashed collision "car crash" "car accident"
reunion < party: reunion "family reunion" "class reunion" "family gathering"
baptism < life_event religion: baptism baptised baptized christening christened communion confirmation
coming_of_age < life_event: "bar mitzvah" "bat mitzvah" quinceanera "sweet sixteen"
graduation < life_event education: graduation graduate graduated graduating diploma
baby_shower < party birth: "baby shower" "gender reveal"
hen_party < wedding: "hen party" "stag party" "hen do" "stag do" "bachelor party" "bachelorette party" "hen night" "stag night"
`
