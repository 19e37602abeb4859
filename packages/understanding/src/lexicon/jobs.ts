/** Jobs by field of work. */
export const JOBS = `
surgeon < job health_field: surgeon surgeons
nurse_job < job health_field: nurse nursing "staff nurse" "registered nurse" "ward sister"
doctor_job < job health_field: doctor physician "junior doctor" anaesthetist anesthesiologist
paramedic < job health_field: paramedic "ambulance driver" emt
pharmacist < job health_field: pharmacist chemist
dentist_job < job health_field: dentist orthodontist "dental assistant"
vet < job health_field animal: vet veterinarian veterinary "vet nurse" "animal clinic"
psychologist < job health_field: psychologist psychotherapist counsellor counselor
physio_job < job health_field: physiotherapist masseuse osteopath
care_worker < job health_field: "care worker" "care assistant" "healthcare assistant" "care home worker"
social_worker < job: "social worker" "social work" "youth worker"
medical_student < job student: "medical student" "med student" "med school" "medical school"
teacher < job education_field: teacher teachers teach teaches taught "maths teacher" headteacher headmaster schoolteacher
professor < job education_field: professor lecturer academic "university lecturer"
tutor < job education_field: tutor tutors tutoring tutored coach "private lessons"
teaching_assistant < job education_field: "teaching assistant" "classroom assistant"
nursery_teacher < job education_field: "nursery teacher" "kindergarten teacher" "nursery worker" "childcare worker"
principal < job education_field: headteacher headmaster headmistress "school principal"
librarian < job: librarian "library assistant"
trainer_job < job education_field: trainer instructor "personal trainer" facilitator
researcher < job science_field: researcher scientist phd postdoc "research assistant"
biologist < job science_field: biologist microbiologist geneticist botanist zoologist "marine biologist"
chemist_science < job science_field: "research chemist" biochemist chemical
physicist < job science_field: physicist astrophysicist
astronomer < job science_field: astronomer astronaut
mathematician < job science_field: mathematician statistician
geologist < job science_field: geologist meteorologist
archaeologist < job science_field: archaeologist archeologist archaeology anthropologist historian
programmer < job technology_field: programmer developer coder "software engineer" "software developer" "web developer" programming coding
data_scientist < job technology_field: "data scientist" "data analyst" "machine learning" "data engineer"
it_support < job technology_field: "it support" helpdesk sysadmin "system administrator" "network engineer" technician
product_manager < job technology_field: "product manager" "project manager" "product owner" "scrum master"
designer < job arts_field: designer "graphic designer" "web designer" "ux designer" typographer
game_developer < job technology_field games: "game developer" "game designer" "games developer"
cybersecurity < job technology_field: cybersecurity hacker "cyber security" "security analyst"
engineer < job: engineer engineers engineering
mechanical_engineer < engineer: "mechanical engineer" "mechanical engineering" aerospace
civil_engineer < engineer building_field: "civil engineer" "structural engineer" "civil engineering"
electrical_engineer < engineer: "electrical engineer" "electronics engineer" "electrical engineering"
accountant < job finance_field: accountant accounting accountancy bookkeeper bookkeeping auditor audit "tax adviser"
banker < job finance_field: banker "bank clerk" "investment banker" trader "fund manager" broker stockbroker
financial_adviser < job finance_field: "financial adviser" "financial advisor" "wealth manager"
economist < job finance_field: economist economics
insurance_agent < job finance_field: actuary underwriter "insurance agent" "insurance broker"
lawyer < job law_field: lawyer solicitor barrister attorney "law firm" paralegal notary "legal counsel"
judge < job law_field: judge magistrate prosecutor
police_officer < job public_field: police policeman policewoman cop "police officer" detective sheriff constable
firefighter < job public_field: firefighter fireman "fire brigade" "fire station" "fire department" "fire engine"
soldier < job public_field: soldier army military navy marine "air force" veteran troops sergeant lieutenant
prison_officer < job public_field: "prison officer" "prison guard" "probation officer"
security_guard < job: "security guard" bouncer doorman bodyguard "security officer"
civil_servant < job public_field: "civil servant" "public servant" diplomat embassy
politician < job politics: politician mp senator councillor mayor minister congressman
postman < job: postman mailman postwoman "postal worker" courier "mail carrier" "delivery driver"
builder < job building_field: builder bricklayer "construction worker" roofer scaffolder plasterer labourer laborer foreman
carpenter < job building_field: carpenter joiner cabinetmaker carpentry joinery
electrician < job building_field: electrician electrical wiring rewire
plumber < job building_field heating: plumber plumbing stonemason bricklayer scaffolder plasterer "crane operator" "heating engineer" "gas engineer"
painter_decorator < job building_field: decorator "house painter" "painter and decorator"
architect < job building_field: architect architecture architectural blueprint
surveyor < job building_field: surveyor "quantity surveyor" "building inspector"
estate_agent < job real_estate: realtor "estate agent" "real estate agent" "letting agent"
handyman < job: handyman locksmith glazier tiler "odd jobs"
welder < job manufacturing_field: welder welding metalworker blacksmith
factory_worker < job manufacturing_field: machinist "factory worker" "machine operator" "production worker"
warehouse_worker < job manufacturing_field: "warehouse worker" forklift packer storekeeper "order picker"
mechanic < job car: mechanic "car mechanic" "auto mechanic" panelbeater
truck_driver < job transport_field: trucker "truck driver" "lorry driver" "van driver" "long haul driver"
bus_driver < job bus: "bus driver" "tram driver" "coach driver"
taxi_driver < job taxi: cabbie "taxi driver" "uber driver" chauffeur "cab driver"
train_driver < job train: "train driver" "train conductor" "railway worker"
pilot < job aeroplane: pilot copilot "airline pilot" aviator
flight_attendant < job aeroplane: stewardess steward "cabin crew" "flight attendant" "air hostess"
air_traffic_controller < job aeroplane: "air traffic controller" "air traffic control"
sailor < job ship: sailor seaman captain bosun stevedore "ship's captain" skipper deckhand seafarer
travel_agent < job travel: "travel agent" "tour guide" "travel agency"
shop_assistant < job retail_field: cashier "shop assistant" "sales assistant" "shop worker" "store clerk"
salesperson < job: salesman saleswoman salesperson "sales rep" "account manager" "sales manager" telesales
florist_job < job flower: florist "flower shop"
butcher_job < job meat: butcher butchery
baker_job < job baking: baker "pastry chef" confectioner patissier
cook_job < job hospitality_field: chef "line cook" "kitchen porter" "sous chef"
waiting_staff < job hospitality_field: waiter waitress bartender barmaid barman barista
hotel_worker < job hospitality_field hotel: receptionist concierge chambermaid "hotel manager" bellboy
hairdresser < job hair: hairdresser barber hairstylist
beautician < job makeup: beautician "make up artist" "nail technician" "beauty therapist"
tailor < job sewing: tailor tailors seamstress dressmaker "fashion designer" sews sew sewing "makes dresses" "alters clothes"
cleaner < job cleaning: cleaner janitor "window cleaner" "cleaning company"
gardener < job gardening: gardener landscaper "landscape gardener" "tree surgeon"
farmer < job farming_field: farmer rancher "farm worker" shepherd beekeeper winemaker
fisherman < job fishing: fisherman fishermen "fishing boat"
forester < job forest: forester lumberjack ranger "park ranger" gamekeeper
zookeeper < job animal: zookeeper "animal keeper" "dog trainer" "dog walker" groomer
journalist < job media_field: journalist journalism reporter columnist correspondent newsreader "news anchor"
editor < job media_field: editor "copy editor" proofreader publisher
writer_job < job writing: writer author novelist poet copywriter screenwriter playwright ghostwriter
translator < job language: translator translation interpreter translate translates
photographer < job photography: photographer "wedding photographer"
film_director < job film: filmmaker cinematographer "film director" "film producer" "video editor" cameraman
actor < job arts_field film: actor actress acting comedian "voice actor"
musician_job < job music: musician composer conductor "session musician" pianist violinist guitarist drummer
dancer_job < job dance: dancer ballerina choreographer
artist < job art: artist painter sculptor illustrator cartoonist ceramicist
curator < job museum: curator "museum guide"
model_job < job fashion: "fashion model" modelling modeling catwalk
sports_professional < job sport: athlete footballer "professional footballer" sportsman jockey referee
coach_job < job sport: coach coaching "life coach" "football coach"
marketing_job < job advertising: marketer "marketing manager" "social media manager" copywriter "public relations"
hr_job < job: recruiter "human resources" "hr manager" recruitment
secretary < job: secretary receptionist "personal assistant" "office manager" "administrative assistant" clerk typist
call_centre < job: "call centre" "call center" "customer service" telemarketer
executive < job: ceo cfo cto executive "managing director" chairman chairwoman "vice president" "board member"
consultant_job < job consulting: consultant consultants
event_planner < job party: "event planner" "wedding planner" "event manager"
clergy < job religion: priest vicar pastor rabbi imam monk bishop reverend chaplain priests monks friar jesuit "parish priest" bishops deacon curate seminary seminarian ordained ordination minister vicars pastors rabbis imams missionary
undertaker < job funeral: undertaker mortician missionary "funeral director"
housewife < job: housewife househusband homemaker "stay at home" "stay at home mum" "stay at home mom" "stay at home dad"
refuse_collector < job: "refuse collector" dustman binman "garbage collector" "bin man"
miner < job: miner mining "coal mine" quarryman
jeweller < job jewellery: jeweller jeweler goldsmith watchmaker
youtuber < job: youtuber streamer influencer blogger podcaster vlogger
spy < job: spy "intelligence service" "secret agent"
`
