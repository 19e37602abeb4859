/** Hobbies, crafts, events and volunteering. */
export const HOBBIES = `
hobby: hobby hobbies pastime "free time" "spare time" "leisure time" leisure interests "in my free time"
activity: activity activities "things to do"
crafts < hobby: craft crafts crafting handmade handicraft "arts and crafts" craftwork handcraft handcrafted "hand made" craftsman crafter
knitting < crafts: knit knits knitting knitted crochet crocheting yarn embroidery lace tatting needlework needlepoint "needle felting" crochets crocheted crocheter knitter knitters spins "spin yarn" "spin wool" "spinning wheel" "spinning yarn" wool woolen woollen skein skeins "knitting needles" spindle fleece "cable knit" purl "crochet hook" amigurumi "granny square"
quilting < crafts: quilting patchwork macrame weaving quilt quilts quilted quilter patch loom weaves weave weaver woven "quilt top"
pottery < crafts: pottery ceramics kiln "clay pots" potter potters ceramic glaze glazes glazed "pottery wheel" "potter's wheel" "throws pots" stoneware
woodworking < crafts: woodwork woodworking carpentry whittling "wood carving" woodturning lathe lathes joinery chisel chisels carve carves carved carving carvings workbench planer "table saw" "wood turning" whittle whittles whittled saw saws woodworker
origami < crafts: origami scrapbook scrapbooking calligraphy "card making"
model_making < hobby: lego "model trains" "model railway" "model aeroplanes" "model building" airfix dioramas diorama figurines "model ships" "model ship" "model planes" "model cars" "model train" "miniature painting" "paints miniatures" miniatures "model railways" "model kits" h0 "ho scale" "n gauge" "oo gauge" warhammer "scale models" "scale model" gunpla "remote control planes"
collecting < hobby: collect collects collecting collection collector stamps "coin collection" "stamp collecting" collections collectors philatelist philately numismatics coins "stamp collection" "record collection" memorabilia "comic books" figurines "trading cards" "baseball cards" badges "first editions" "own over" amass hoard "collection of" "pieces so far" vinyl "fridge magnets"
photography < hobby: photo photos photography photograph photographs picture pictures selfie photographer photographed photographing photographic snapshot snapshots darkroom "photo club" "street photography" "wildlife photography" "rolls of film" "film photography"
camera < photography device: camera cameras dslr tripod lens canon nikon gopro polaroid fujifilm fuji leica olympus pentax mirrorless lenses slr "film camera" "analogue camera" "sony alpha" camcorder
writing < hobby: write writes writing wrote written blog "creative writing" author blogs blogging blogger memoir screenplay "short stories" "short story" poems manuscript manuscripts "first draft" essay essays novella "literary agent" "book deal" "book proposal" nanowrimo
diary < writing: diary diaries journal journaling journalling
calligraphy_handwriting < writing: handwriting handwritten "fountain pen"
fishing < hobby: fishing angling angler "fishing rod" fisherman fishes anglers trout carp rod tackle "fly fishing" "fishing trip" "fishing licence" "ice fishing" perch pike "sea fishing" "coarse fishing"
hunting < hobby: hunting hunter "shooting range" hunts hunted hunters "hunting licence" "deer season"
foraging < hobby: foraging "mushroom picking" "berry picking" mushrooms forage forages foraged "mushroom hunting" "wild garlic" "wild mushrooms"
beekeeping < hobby bee: beekeeping beekeeper apiary beehives hives hive beekeepers apiarist honeybees honeybee "bee colony" "bee colonies" "queen bee" "honey harvest" "bee hives" beehive colony colonies varroa mites mite "oxalic acid" requeened requeen brood "brood box" nuc swarm swarmed swarms overwintered "bee suit" "hive tool"
astronomy < hobby space: astronomy stargazing telescope telescopes stargaze stargazer "night sky" observatory astronomer
drone < hobby device: drone drones "remote control car" quadcopter fpv "drone flying"
metal_detecting < hobby: "metal detecting" geocaching
acting < hobby theatre: "amateur dramatics" "drama club" "theatre group" improv "drama group" "amateur theatre" "improv group" "theatre club" actress "on stage" "school play" "community theatre" "community theater"
brewing < hobby beer: homebrew "home brewing" brew brews brewed brewing brewer homebrewed ferment ferments fermented fermenting fermentation mash wort hops malt keg bottled bottling bottles mead "brew beer" "brews beer" winemaking "makes wine" "makes cider" "make cider" "home brewed" distil distilling
volunteering < charity: volunteer volunteers volunteering voluntary "community service" "soup kitchen" "food bank" volunteered "volunteer work" "volunteer fire brigade" "charity work" "repair cafe" "food shelf" "food pantry" foodbank "litter pick" befriending befriender "for free" "free lessons" unpaid "serve meals" "serves meals" "helps out" "help out" "gives her time" "gives his time" "give my time" "good cause" "good causes" honorary "community work" "civic duty" "first aider" "street collection" "beach clean" "animal shelter" "homeless shelter" "charity shop" "red cross" "mentors young" pantry
charity: charity charities fundraiser fundraising philanthropy "non profit" oxfam unicef "red cross" charitable causes "good cause" "good causes" appeal
donation < charity money: donate donates donated donation donations donor donating "blood donor" "give blood" "gives blood" "charity donation" "monthly donation"
scouts < club child: scout scouts "girl guides" cub "scout leader" "boy scouts" "girl scouts" scouting brownies
club: club clubs "club member" association membership society societies "belongs to" "member of" committee "belong to"
event: event events occasion happening "coming up" "going on" fixture
party < event: party parties celebrate celebrates celebrated celebrating celebration
birthday_party < party birthday: "birthday party" "birthday celebration" "birthday cake" "birthday present" "birthday gift"
dinner_party < party dinner: "dinner party" "dinner guests" "have people over" potluck
invitation < event: invite invites invited invitation invitations rsvp
guest_list < party: "guest list" "plus one"
appointment < time: appointment appointments "dentist appointment" scheduled booked "due at" "check in at"
reservation_event < event: "save the date" "tickets for" tickets "got tickets" "have tickets" "two tickets" "booked tickets" ticketed "seats for"
nightlife < party: nightclub clubbing disco "night out" nightlife rave
exhibition < event art: exhibition exhibitions vernissage "art fair" exhibits exhibited retrospective "open studio"
trade_fair < event work: expo "trade fair" "trade show" symposium
flower_bouquet < gift flower: bouquet "bunch of flowers" florist
balloon < party: balloon balloons confetti
firework < party: firework fireworks sparkler bonfire
surprise_party < party surprise: "surprise party"
toys < child: toy toys doll dolls "teddy bear" "cuddly toy" playmobil barbie puppet
playground < child: playground swings seesaw sandpit "soft play"
baby_things < baby: nappy nappies diaper diapers pram stroller pushchair buggy cot crib pacifier
baby_bottle < baby: "baby bottle" "bottle feed" "bottle fed" "formula milk"
potty_training < child: potty "potty training" "potty trained"
teething < baby tooth: teething "first tooth" "tooth fairy"
first_words < baby: "first words" "first word" "first steps" crawling
child_activity < child hobby: "after school" "school club" "swimming lessons" "ballet class" "football practice"
childcare < child: childcare daycare babysitting "day nursery" "after school club" "child care"
child_benefit < child money: "child support" "child maintenance" "child benefit"
playdate < child: playdate "play date" sleepover
pocket_things < child: superhero unicorn mermaid pirate princess "paw patrol" "peppa pig" bluey
imaginary_friend < child: "imaginary friend" "make believe"
jewellery_making < crafts: beads beading beadwork "jewellery making" "jewelry making" "makes earrings" "makes jewellery" "makes jewelry" silversmith silversmithing
leatherwork < crafts: leatherwork "leather craft" leathercraft "leather working" bookbinding
candle_making < crafts: "candle making" "makes candles" soapmaking "soap making" "makes soap" resin
restoring < crafts: restore restores restored restoring restoration refurbishes upcycles upcycled upcycling "does up" "doing up" overhaul overhauls overhauled
genealogy < hobby history_event: genealogy ancestors ancestor ancestry "family tree" "family history" "family research" "parish records"
preserving < hobby food: preserves preserving pickles pickled pickling jam jams jarring chutney marmalade canning canned sauerkraut
sugaring < hobby: sugaring "maple syrup" "maple sugar" sap "sugar house" "boil syrup" "boiled syrup"
birds_hobby < hobby: birder birders birdwatchers "bird count" "bird box" "bird boxes" "bird feeder"
pigeon_racing < hobby: "racing pigeons" "pigeon racing" pigeons
magic_hobby < hobby: juggle juggles juggling magician conjurer
raffle < event: raffle raffles tombola "prize draw" bazaar "bake sale" "cake sale" auction auctions
repair_hobby < volunteering repair: "repair cafe" "fixes things" "mends things" "repairing things" tinkers tinkering tinker
tutoring < teach: tutor tutors tutored tutoring "maths lessons" "gives lessons" "private tuition" "private lessons" "homework help" "extra lessons"
craft_project < crafts: "on the needles" "work in progress" "current project" "half finished" "unfinished project" stitching "sewing project" "knitting project"
sewing_things < sewing: fabric fabrics thread zip zipper overlocker bobbin embroider embroiders embroidered "sewing pattern" "sewing class"
painting_hobby < painting: "paints portraits" "paints landscapes" "art class" "painting class" "life drawing class"
dance_hobby < dance: "dance lessons" "dance school" "dances with" "dance group"
choir_hobby < choir: "choir rehearsal" "choir practice" "sings with"
quiz_hobby < pub_quiz: "quiz team" "pub quiz team" "trivia night" "quiz night"
club_meeting < club meeting: "club night" "club meeting" "group meets" "meets on" "meets every" "meets at"
charity_run < charity race: "charity run" "sponsored run" "sponsored walk" "charity walk" "charity race"
church_help < volunteering church: "altar server" "sunday school teacher" "church council" "parish council" "church choir"
school_help < volunteering school: "parent teacher association" pta "school governor" "class parent" "reading mentor" "crossing guard" "lollipop lady" "lollipop man"
sports_help < volunteering sport: "youth coach" "coaches kids" "coaches children" "coaches the under" "trains the juniors"
rescue_help < volunteering emergency_services: "mountain rescue" lifeboat "search and rescue" "first responder" "civil protection"
environment_help < volunteering environment: "beach clean" "river clean" "tree planting" "litter picking" "nature conservation" "bird count" "toad patrol"
`
