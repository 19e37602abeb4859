/** Hobbies, crafts, events and volunteering. */
export const HOBBIES = `
hobby: hobby hobbies pastime "free time" "spare time" "leisure time" leisure interests "in my free time"
activity: activity activities "things to do"
crafts < hobby: craft crafts crafting handmade handicraft "arts and crafts"
knitting < crafts: knit knits knitting knitted crochet crocheting yarn embroidery lace tatting needlework needlepoint "needle felting"
quilting < crafts: quilting patchwork macrame weaving
pottery < crafts: pottery ceramics kiln "clay pots"
woodworking < crafts: woodwork woodworking carpentry whittling "wood carving"
origami < crafts: origami scrapbook scrapbooking calligraphy "card making"
model_making < hobby: lego "model trains" "model railway" "model aeroplanes" "model building"
collecting < hobby: collect collects collecting collection collector stamps "coin collection" "stamp collecting"
photography < hobby: photo photos photography photograph photographs picture pictures selfie
camera < photography device: camera cameras dslr tripod lens canon nikon gopro polaroid
writing < hobby: write writes writing wrote written blog "creative writing"
diary < writing: diary diaries journal journaling journalling
calligraphy_handwriting < writing: handwriting handwritten "fountain pen"
fishing < hobby: fishing angling angler "fishing rod"
hunting < hobby: hunting hunter "shooting range"
foraging < hobby: foraging "mushroom picking" "berry picking"
beekeeping < hobby bee: beekeeping beekeeper apiary beehives
astronomy < hobby space: astronomy stargazing telescope
drone < hobby device: drone drones "remote control car"
metal_detecting < hobby: "metal detecting" geocaching
acting < hobby theatre: "amateur dramatics" "drama club" "theatre group" improv
brewing < hobby beer: homebrew "home brewing"
volunteering < charity: volunteer volunteers volunteering voluntary "community service" "soup kitchen" "food bank"
charity: charity charities fundraiser fundraising philanthropy "non profit" oxfam unicef "red cross"
donation < charity money: donate donates donated donation donations donor
scouts < club child: scout scouts "girl guides" cub
club: club clubs "club member" association membership
event: event events occasion happening
party < event: party parties celebrate celebrates celebrated celebrating celebration
birthday_party < party birthday: "birthday party" "birthday celebration" "birthday cake" "birthday present" "birthday gift"
dinner_party < party dinner: "dinner party" "dinner guests" "have people over" potluck
invitation < event: invite invites invited invitation invitations rsvp
guest_list < party: "guest list" "plus one"
appointment < time: appointment appointments "dentist appointment" scheduled
reservation_event < event: "save the date" "tickets for"
nightlife < party: nightclub clubbing disco "night out" nightlife rave
exhibition < event art: exhibition exhibitions vernissage "art fair"
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
`
