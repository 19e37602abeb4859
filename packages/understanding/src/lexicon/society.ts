/** Religion, politics, law, crime and public life. */
export const SOCIETY = `
religion: religion religious religions faith spiritual spirituality worship believer
god < religion: god gods deity divine
prayer < religion: pray prays prayed praying prayer prayers rosary
christianity < religion: christian christianity christians bible jesus gospel
church < christianity place: church churches cathedral chapel parish "sunday school" congregation
catholic < christianity: catholic catholicism pope vatican
protestant < christianity: protestant lutheran anglican methodist baptist evangelical presbyterian quaker
orthodox < christianity: "orthodox church" "greek orthodox" "russian orthodox" "orthodox christian"
mormon < christianity: mormon "jehovah's witness" adventist
islam < religion: islam islamic muslim muslims allah quran koran
mosque < islam: mosque mecca hajj minaret
judaism < religion: judaism jewish jew jews torah
synagogue < judaism: synagogue sabbath shabbat
hinduism < religion: hindu hinduism hindus
buddhism < religion: buddhist buddhism buddha zen
sikhism < religion: sikh sikhism gurdwara turban
temple < religion: temple temples shrine pagoda
atheism < religion: atheist atheism agnostic "not religious" nonbeliever
monastery < religion: monastery convent monk nun pilgrimage pilgrim
spiritual < religion: tarot reiki astrology "new age"
politics: politics political politician politicians
government < politics: government minister ministry parliament congress senate
election < politics: election elections vote votes voted voting voter ballot referendum
political_party < politics: "political party" democrat democrats republican republicans tory tories "green party" "liberal democrats" "labour party" "conservative party" conservatives
left_wing < politics: "left wing" socialist socialism communist progressive leftist
right_wing < politics: "right wing" conservatism nationalist
president < politics: president "prime minister" chancellor
brexit < politics united_kingdom: brexit
activism < politics: activist activism protest protests demonstration demonstrate petition
feminism < politics: feminist feminism "women's rights" "gender equality"
human_rights < politics: racism racist discrimination "human rights" "civil rights" equality
royal_family < politics: king queen royal monarchy prince "royal family"
local_council < government: council councillor "town hall" "city hall" mayor
paperwork < society: paperwork bureaucracy "fill in forms" registration
society: society community public
law < society: law laws legal legislation illegal
lawyer_help < law: lawyer solicitor attorney barrister "legal advice"
court < law: court trial verdict lawsuit judge jury "take to court" "legal action"
contract < law: contract contracts agreement clause
last_will < law death: testament "last will" "make a will" executor
power_of_attorney < law: "power of attorney" guardian guardianship "living will"
custody < law child: custody "child custody" "visitation rights"
crime < law: crime crimes criminal offence offense
arrest < crime police: arrest arrested handcuffs
prison < crime: prison jail imprisoned prisoner sentenced
violence < crime: violence violent assault assaulted attacked abuse abused
domestic_abuse < violence: "domestic violence" "domestic abuse" "restraining order"
kidnapping < crime: kidnapping kidnapped hostage
police < society: police policeman "police station" "police report"
fine_penalty < law: fined penalty "parking fine"
weapon: weapon weapons gun guns pistol
war: war wars battle bomb refugee soldier
military < society: army military navy "military service" "national service" conscription
emergency: emergency emergencies evacuation "fire drill"
emergency_services < emergency: ambulance "fire brigade" "call the police" "emergency services"
terrorism < violence: terrorism terrorist
history_event: historic medieval "world war" "ancient history"
science: science scientific scientist experiment
media_news < society: journalism press reporter
tradition < society: tradition traditions traditional culture cultural
migration < society: migration immigration immigrant "moved abroad" emigrated
social_help < society: "social worker" "social services" "foster care"
lost_property < lose: "lost property" "lost and found"
`
