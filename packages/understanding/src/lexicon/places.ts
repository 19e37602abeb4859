/** Countries with their people, and large cities with their country. */
export const PLACES = `
country < place: country countries nation "home country" homeland
europe < place: europe european "european union" eu schengen
asia < place: asia asian "south east asia" "far east"
africa < place: africa african
north_america < place: "north america" "north american"
latin_america < place: "latin america" "latin american" "south america" "south american" "central america"
middle_east < place: "middle east" "middle eastern"
scandinavia < europe: scandinavia scandinavian nordic
united_kingdom < country europe: uk britain british "united kingdom" "great britain" briton
england < united_kingdom: england english cornwall yorkshire devon cotswolds "lake district"
scotland < united_kingdom: scotland scottish scot highlands scots
wales < united_kingdom: wales welsh snowdonia
northern_ireland < united_kingdom: "northern ireland" "northern irish" ulster
london < city england: london londoner camden brixton
manchester < city england: manchester mancunian
birmingham < city england: birmingham brummie
liverpool < city england: liverpool scouser liverpudlian
leeds < city england: leeds sheffield nottingham leicester newcastle
bristol < city england: bristol brighton southampton plymouth
oxford < city england: oxford
cambridge < city england: cambridge
edinburgh < city scotland: edinburgh
glasgow < city scotland: glasgow aberdeen dundee
cardiff < city wales: cardiff swansea
belfast < city northern_ireland: belfast
ireland < country europe: ireland irish galway irishman
dublin < city ireland: dublin dubliner
france < country europe: france french normandy brittany provence riviera frenchman
paris < city france: paris parisian "eiffel tower"
lyon < city france: lyon marseille bordeaux toulouse strasbourg
germany < country europe: germany german bavaria bavarian saxony
berlin < city germany: berlin berliner
munich < city germany: munich munchen oktoberfest
hamburg < city germany: hamburg
cologne < city germany: cologne koln dusseldorf
frankfurt < city germany: frankfurt stuttgart leipzig dresden hannover bremen
italy < country europe: italy italian tuscany tuscan sicily sardinia
rome < city italy: rome colosseum vatican "ancient rome"
milan < city italy: milan milano turin
venice < city italy: venice venetian
florence < city italy: firenze "in florence" "to florence"
naples < city italy: naples napoli
spain < country europe: spain spanish spaniard mallorca majorca ibiza tenerife andalusia "canary islands" "gran canaria"
madrid < city spain: madrid
barcelona < city spain: barcelona catalonia
seville < city spain: seville valencia malaga granada
portugal < country europe: portugal portuguese algarve azores madeira
lisbon < city portugal: lisbon lisboa
porto < city portugal: porto oporto
netherlands < country europe: netherlands dutch holland
amsterdam < city netherlands: amsterdam rotterdam utrecht
belgium < country europe: belgium belgian flanders
brussels < city belgium: brussels antwerp bruges ghent
luxembourg < country europe: luxembourg
switzerland < country europe: switzerland swiss
zurich < city switzerland: zurich geneva basel lausanne
austria < country europe: austria austrian tyrol
vienna < city austria: vienna viennese salzburg innsbruck graz
denmark < country scandinavia: denmark danish
copenhagen < city denmark: copenhagen aarhus
sweden < country scandinavia: sweden swedish swede
stockholm < city sweden: stockholm gothenburg malmo
norway < country scandinavia: norway norwegian fjord fjords
oslo < city norway: oslo
finland < country scandinavia: finland finnish lapland
helsinki < city finland: helsinki
iceland < country scandinavia: iceland icelandic reykjavik
poland < country europe: poland polish
warsaw < city poland: warsaw krakow gdansk
czechia < country europe: czechia czech "czech republic" bohemia
prague < city czechia: prague brno
slovakia < country europe: slovakia slovak bratislava
hungary < country europe: hungary hungarian
budapest < city hungary: budapest
romania < country europe: romania romanian bucharest transylvania
bulgaria < country europe: bulgaria bulgarian
greece < country europe: greece greek crete santorini corfu mykonos rhodes
athens < city greece: athens athenian thessaloniki acropolis
cyprus < country europe: cyprus cypriot
croatia < country europe: croatia croatian dubrovnik zagreb
serbia < country europe: serbia serbian belgrade
slovenia < country europe: slovenia slovenian ljubljana
bosnia < country europe: bosnia bosnian sarajevo
albania < country europe: albania albanian tirana kosovo
ukraine < country europe: ukraine ukrainian kyiv odesa lviv
russia < country europe: russia russian siberia
moscow < city russia: moscow "st petersburg"
baltic_states < europe: baltic estonia lithuania latvia estonian lithuanian latvian tallinn vilnius riga
malta < country europe: malta maltese
turkey_country < country middle_east: turkey turkish turk
istanbul < city turkey_country: istanbul ankara antalya
united_states < country north_america: usa america american "united states" "u s"
california < united_states: california californian
florida < united_states: florida miami orlando
texas < united_states: texas texan houston dallas
hawaii < united_states: hawaii hawaiian honolulu
us_state < united_states: alaska arizona colorado oregon nevada utah ohio michigan minnesota virginia massachusetts
new_york < city united_states: "new york" manhattan brooklyn nyc "new yorker"
los_angeles < city california: "los angeles" hollywood
san_francisco < city california: "san francisco" "bay area" "silicon valley" "san diego"
chicago < city united_states: chicago
boston < city united_states: boston philadelphia
washington < city united_states: "washington dc" "washington d c"
seattle < city united_states: seattle portland denver atlanta
las_vegas < city united_states: vegas "las vegas"
canada < country north_america: canada canadian quebec ontario
toronto < city canada: toronto vancouver montreal ottawa calgary
mexico < country latin_america: mexico mexican cancun
caribbean < latin_america: caribbean jamaica jamaican barbados bahamas "dominican republic" trinidad "puerto rico"
cuba < country latin_america: cuba cuban havana
costa_rica < country latin_america: "costa rica" "costa rican" panama guatemala nicaragua honduras
brazil < country latin_america: brazil brazilian
rio < city brazil: "rio de janeiro" "sao paulo"
argentina < country latin_america: argentina argentinian argentine patagonia
buenos_aires < city argentina: "buenos aires"
chile < country latin_america: chile chilean santiago
peru < country latin_america: peru peruvian lima "machu picchu"
colombia < country latin_america: colombia colombian bogota medellin
venezuela < country latin_america: venezuela venezuelan caracas
ecuador < country latin_america: ecuador galapagos bolivia bolivian uruguay
china < country asia: china chinese
beijing < city china: beijing shanghai shenzhen
hong_kong < city china: "hong kong"
taiwan < country asia: taiwan taiwanese taipei
japan < country asia: japan japanese okinawa hokkaido
tokyo < city japan: tokyo
kyoto < city japan: kyoto osaka
korea < country asia: korea korean seoul "south korea"
vietnam < country asia: vietnam vietnamese hanoi saigon
thailand < country asia: thailand thai phuket
bangkok < city thailand: bangkok
singapore < city country asia: singapore singaporean
malaysia < country asia: malaysia malaysian "kuala lumpur"
indonesia < country asia: indonesia indonesian jakarta
bali < indonesia island: bali balinese ubud
philippines < country asia: philippines filipino filipina manila
cambodia < country asia: cambodia cambodian laos "angkor wat" myanmar
india < country asia: india indian goa kerala rajasthan
mumbai < city india: mumbai bombay delhi bangalore kolkata chennai hyderabad "new delhi"
pakistan < country asia: pakistan pakistani lahore karachi
bangladesh < country asia: bangladesh bangladeshi dhaka
sri_lanka < country asia: "sri lanka" "sri lankan" colombo
nepal < country asia: nepal nepalese kathmandu himalayas tibet
maldives < country asia: maldives
afghanistan < country asia: afghanistan afghan kabul
iran < country middle_east: iran iranian tehran persia
iraq < country middle_east: iraq iraqi baghdad
syria < country middle_east: syria syrian damascus
lebanon < country middle_east: lebanon lebanese beirut
israel < country middle_east: israel israeli jerusalem
tel_aviv < city israel: "tel aviv"
palestine < middle_east: palestine palestinian gaza
jordan_country < country middle_east: jordanian amman petra
dubai < city middle_east: dubai emirati "abu dhabi" uae
saudi_arabia < country middle_east: "saudi arabia" saudi riyadh
qatar < country middle_east: qatar doha kuwait bahrain oman
egypt < country africa: egypt egyptian pyramids
cairo < city egypt: cairo alexandria
morocco < country africa: morocco moroccan marrakech marrakesh casablanca
tunisia < country africa: tunisia tunisian tunis algeria algerian
nigeria < country africa: nigeria nigerian lagos
ghana < country africa: ghana ghanaian accra senegal
kenya < country africa: kenya kenyan nairobi
tanzania < country africa: tanzania tanzanian zanzibar kilimanjaro serengeti uganda
ethiopia < country africa: ethiopia ethiopian eritrea eritrean
south_africa < country africa: "south africa" "south african" johannesburg
cape_town < city south_africa: "cape town"
namibia < country africa: namibia botswana zimbabwe zambia mozambique
mauritius < country africa: mauritius seychelles madagascar
australia < country: australia australian aussie tasmania queensland
sydney < city australia: sydney
melbourne < city australia: melbourne brisbane perth adelaide
new_zealand < country: "new zealand" "new zealander" auckland wellington
pacific_islands < island: fiji samoa tahiti polynesia
antarctica < place: antarctica antarctic arctic greenland
`
