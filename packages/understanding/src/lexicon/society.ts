/** Religion, politics, law, crime and public life. */
export const SOCIETY = `
religion: religion religious religions faith spiritual spirituality worship believer denomination devout observant "practising catholic" "lapsed catholic" "raised catholic"
god < religion: god gods deity divine
prayer < religion: pray prays prayed praying prayer prayers rosary
christianity < religion: christian christianity christians bible jesus gospel
church < christianity place: church churches cathedral chapel parish "sunday school" congregation mosque parishes minister vicar deacon "sunday mass" sermon "holy communion" "to mass" "midnight mass"
catholic < christianity: catholic catholicism pope vatican
protestant < christianity: protestant lutheran anglican methodist baptist evangelical presbyterian quaker
orthodox < christianity: "orthodox church" "greek orthodox" "russian orthodox" "orthodox christian"
mormon < christianity: mormon "jehovah's witness" adventist
islam < religion: islam islamic muslim muslims allah quran koran
mosque < islam: mosque mecca hajj minaret mosques imam minarets
judaism < religion: judaism jewish jew jews torah
synagogue < judaism: synagogue sabbath shabbat
hinduism < religion: hindu hinduism hindus
buddhism < religion: buddhist buddhism buddha zen
sikhism < religion: sikh sikhism gurdwara turban
temple < religion: temple temples shrine pagoda
atheism < religion: atheist atheism agnostic "not religious" nonbeliever
monastery < religion: monastery convent monk nun pilgrimage pilgrim nuns monks convents friar friars jesuit jesuits franciscan benedictine carmelite "poor clares" cloister abbey abbess abbot "took the veil" "religious order" "holy orders" priory
spiritual < religion: tarot reiki astrology "new age"
politics: politics political politician politicians
government < politics: government minister ministry parliament congress senate authorities authority ministers "civil servant" embassy consulate
election < politics: election elections vote votes voted voting voter ballot referendum elect elected candidate candidates "polling station" "polling place" polls "the polls" "election day" "postal vote" "mail in ballot" "registered to vote" "voter registration" "election committee" "voting rights" "poll worker" "cast my vote" constituency polling canvass canvassing manifesto
political_party < politics: "political party" democrat democrats republican republicans tory tories "green party" "liberal democrats" "labour party" "conservative party" conservatives
left_wing < politics: "left wing" socialist socialism communist progressive leftist
right_wing < politics: "right wing" conservatism nationalist
president < politics: president "prime minister" chancellor
brexit < politics united_kingdom: brexit
activism < politics: activist activism protest protests demonstration demonstrate petition
feminism < politics: feminist feminism "women's rights" "gender equality"
human_rights < politics: racism racist discrimination "human rights" "civil rights" equality
royal_family < politics: king queen royal monarchy prince "royal family"
local_council < government: council councillor "town hall" "city hall" mayor councillors "city council" "town council" "planning commission" "planning board" "school board" committee committees "parish council" "residents association" "residents' association" "civic office" "public office" municipal municipality "works committee" commission "neighbourhood council" "tenants association" "parents council" alderman
paperwork < society: paperwork bureaucracy "fill in forms" registration
society: society community public
law < society: law laws legal legislation illegal lawful legally regulation regulations rights ordinance bylaw bylaws statute
lawyer_help < law: lawyer solicitor attorney barrister "legal advice" lawyers attorneys solicitors notary "law firm" "legal aid" "legal adviser" "legal help" paralegal
court < law: court trial verdict lawsuit judge jury "take to court" "legal action" courts courtroom hearing hearings "court date" "court hearing" witness witnesses testify testifies testified testimony magistrate magistrates tribunal summons summoned "jury duty" "jury service" "small claims" sue sued suing plaintiff defendant prosecutor lawsuits "legal matter" "legal matters" "legal case" "legal dispute" litigation mediation mediator "called as a witness" "court appearance" "appear in court" "give evidence" "giving evidence" judges acquitted convicted sentence fined appeal appeals
contract < law: contract contracts agreement clause contractual "signed a" "small print" lease tenancy
last_will < law death: testament "last will" "make a will" executor inherits heir heirs probate beneficiary "my will" "a will" "the will" "made my will" "made his will" "made her will" "when i die" "after my death" "after i die" executors estate
power_of_attorney < law: "power of attorney" guardian guardianship "living will"
custody < law child: custody "child custody" "visitation rights"
crime < law: crime crimes criminal offence offense offences offender criminals
arrest < crime police: arrest arrested handcuffs
prison < crime: prison jail imprisoned prisoner sentenced
violence < crime: violence violent assault assaulted attacked abuse abused
domestic_abuse < violence: "domestic violence" "domestic abuse" "restraining order"
kidnapping < crime: kidnapping kidnapped hostage
police < society: police policeman "police station" "police report" policewoman cop cops sheriff constable "police officer" "reported to the police" "filed a report"
fine_penalty < law: fined penalty "parking fine" fines penalties "fine of" "parking ticket" "library fine" "on the spot fine" "penalty notice" "penalty charge" "ticket from the police" "police ticket" "got a fine" "speeding fine" "traffic fine"
weapon: weapon weapons gun guns pistol
war: war wars battle bomb refugee soldier
military < society: army military navy "military service" "national service" conscription
emergency: emergency emergencies evacuation "fire drill"
emergency_services < emergency: ambulance "fire brigade" "call the police" "emergency services" firefighter firefighters "fire department" "fire service" "volunteer fire brigade" "volunteer firefighter" "fire station" lifeguards "mountain rescue" "lifeboat crew" "first responder" paramedics coastguard pager
terrorism < violence: terrorism terrorist
history_event: historic medieval "world war" "ancient history"
science: science scientific scientist experiment
media_news < society: journalism press reporter
tradition < society: tradition traditions traditional culture cultural
migration < society: migration immigration immigrant "moved abroad" emigrated
social_help < society: "social worker" "social services" "foster care"
lost_property < lose: "lost property" "lost and found" "lost wallet" "lost passport" "lost keys" "lost my" "lose my keys" "lost my keys"
official_licence < permission: licence licences license licenses permit permits certification "licence expires" "professional licence" licensing
notice_period < contract: "give notice" "gave notice" "gives notice" "giving notice" "notice period" "month's notice" "months notice" "months' notice" "weeks' notice" "weeks notice" "in my notice" terminate terminated termination "cancel the contract" "cancellation period" "end the contract"
community_life < society: community communities neighbours neighbourhood neighborhood civic civil "common good" "village life" "public good"
protest < politics: marches marched rally rallies strike strikes picket "sit in" boycott
petition < politics: petitions signatures "signed a petition" "open letter"
identity_theft < crime: "identity theft" "stolen identity"
neighbour_dispute < law: dispute disputes quarrel quarrels "noise complaint" "boundary dispute" "hedge dispute"
customs_duty < tax border: "customs duty" "import duty" "customs fee"
citizenship < government: citizenship naturalisation naturalization naturalised naturalized "citizenship test" "become a citizen" citizen citizens
inheritance_law < last_will: "who inherits" "leave my house" "leave everything"
divorce_law < law: divorce divorced divorcing settlement prenup
emergency_contact_group < emergency: "emergency contact" "in case of emergency" "emergency number"
`
