/** Books, films, series, music, instruments, games and art. */
export const MEDIA = `
book: book books paperback hardcover bestseller bookshop bookstore ebook volumes "book series" trilogy "book title" manuscript "essay collection" "poetry collection" publisher publishers publication publications published publish imprint
reading < hobby book: read reads reading reader "book club" bookworm kindle "halfway through" "half way through" "on page" "on chapter" chapter chapters "stuck at" volume bookmark bedside "page turner" "in the middle of" "reading list" "to be read" rereading reread paperback bookworms "kindle books" "on the kindle" "audio books" "books a year"
book_club < reading: "book club" "reading group" goodreads "book group" "literary circle" "reading circle" "book clubs"
author < book: author authors novelist writer poet "written by" "books by" ferrante murakami "stephen king" "jane austen" "george orwell" dostoevsky knausgard "margaret atwood" "toni morrison"
novel < book: novel novels fiction novella
crime_novel < novel: "crime novel" "detective novel" "murder mystery" whodunit "crime fiction" sherlock "agatha christie" mysteries "cosy mystery" detective whodunnit noir
thriller < film book: thriller thrillers suspense
fantasy < book film: fantasy tolkien hobbit dragons wizards "harry potter" "lord of the rings"
science_fiction < book film: scifi "sci fi" "science fiction" "star wars" "star trek" dystopian dystopia
romance_novel < novel: "romance novel" "romance novels" "love story" "jane austen" romcom
historical_novel < novel: "historical novel" "historical fiction"
classic_books < novel: dickens tolstoy shakespeare "classic literature"
non_fiction < book: nonfiction "non fiction" "self help"
biography < book: biography autobiography memoir memoirs
poetry < book: poem poems poetry poet verse
audiobook < book: audiobook audible audiobooks
comic < book: comic comics manga "graphic novel" marvel superhero superheroes mangas "volume of" "comic book" "graphic novels" "web comic" webtoon
childrens_book < book child: "picture book" "bedtime story" "bedtime stories" "children's book" "fairy tale" "fairy tales"
news < media: news newspaper newspapers headline headlines "current affairs" "daily paper" "morning paper" "weekly paper" "local paper" "television news" "tv news" "evening news" "news app" gazette bulletin journalism "news site"
magazine < media: magazine magazines periodical economist "new yorker" "national geographic" "reader's digest" "weekly magazine" quarterly issue issues zine "literary magazine" "took my story"
media: media press broadcast "mass media"
podcast < media: podcast podcasts "podcast episode" "true crime podcast"
radio < media: radio "radio station" npr "public radio" "local radio" "radio show" "talk radio" broadcast broadcasts dab wireless "on air"
television < media: tv television telly "television channel" televised "watch tv" "watches tv" channel channels "on tv"
film < media: film films movie movies cinema flick flicks "film night" "movie night" "film club" arthouse "art house" screening screenings "film festival" matinee "watch a movie"
cinema < film: cinema cinemas "movie theater" "movie theatre" "box office" oscars
film_director_person < film: "film director" "movie director" filmmaker tarantino spielberg hitchcock scorsese
actor_person < film: actor actors actress actresses
comedy < film television: comedy comedies sitcom comedian "stand up comedy" romcom
horror_film < film: horror zombie vampire "scary movie" "scary movies" "scary film"
action_film < film: "action movie" "action film" "james bond" blockbuster
western_film < film: "western film" cowboy
documentary < film television: documentary documentaries attenborough
animation < film: animation animated cartoon cartoons pixar anime ghibli "disney film"
drama < film television: "period drama" "costume drama" melodrama
series < television: series sitcom episode episodes "tv show" "tv series" binge netflix "tv drama" "korean series" kdrama kdramas "k drama" "k dramas" "korean drama" "korean dramas" "box set" miniseries "guilty pleasure" binged
soap_opera < series: "soap opera" telenovela
reality_show < series: "reality show" "reality tv" "love island" "talent show"
quiz_show < series: "quiz show" "game show"
crime_series < series: "crime series" "crime drama" "true crime"
streaming < media subscription: netflix hulu streaming "prime video" "disney plus" hbo "hbo max" "apple tv" "amazon prime" mubi "paramount plus" crunchyroll dazn "streaming service" "streaming services" "youtube premium" viaplay "now tv" peacock "disney channel" showmax binge paramount britbox "bbc iplayer" iplayer filmin "movistar plus" "sky glass" "apple tv plus" hotstar zee5 showtime starz shudder
theatre < art: theatre theater broadway playwright drama "on stage" "theatre tickets" premiere
musical_show < theatre music: musical musicals "west end"
opera < theatre music: opera operas verdi puccini aria "met opera" "the met" "opera house" operetta
circus < theatre: circus acrobat clown
magic_show < hobby: magician "magic tricks" "magic trick" conjuring
art: art arts artwork artistic sketchbook gallery galleries
painting < art hobby: painting paintings painter watercolour watercolor easel "oil painting" acrylics paints gouache "watercolour painting" canvases canvas "paint portraits"
drawing < art hobby: draw drawing drawings sketch sketching doodle sketches sketched draws drew "life drawing" charcoal pastels
sculpture < art: sculpture sculptor statue
famous_art < art: picasso monet rembrandt "van gogh" impressionism "modern art" "contemporary art"
music < art: music musical musician musicians "favourite musician"
favourite_music < music: "music taste" "taste in music" "kind of music" "music genre"
song < music: song songs lyrics tune playlist spotify anthem songbook "play list" playlists melody melodies tunes lullaby hymn hymns
album < music: album albums vinyl "record player" cd records lp lps "vinyl records" "record collection" "jazz records" "old records" cds discography cassettes
band < music: band bands "boy band" "music group" bandmates bandmate trio "jam session" "band practice" duo "rock band" "favourite band"
singer < singing: singer singers vocalist songwriter "singer songwriter" "taylor swift" beyonce "nick cave" "leonard cohen" "bob dylan" "bruce springsteen" "david bowie" "kate bush" "billie eilish" "lana del rey" "bad bunny" "elton john"
concert < music event: concert concerts gig gigs "live music" orchestra tribute recital recitals "live show" "concert tickets" "open air" "on tour" perform performs performed performing performance performances "on stage" "music night" festival venue
festival < event: festival festivals glastonbury coachella "music festival" fete "folk festival" "film festival" "open air festival"
rock_music < music: "rock music" "rock band" grunge "punk rock" punk beatles "led zeppelin" radiohead "pink floyd" "rolling stones" "the cure" "arctic monkeys" "pearl jam" nirvana "foo fighters" "iron maiden" "black sabbath" "deep purple" u2 coldplay "the smiths" "joy division" "fleetwood mac"
pop_music < music: "pop music" "pop song" "pop star" "taylor swift" abba
heavy_metal < music: "heavy metal" metallica metalhead "metal music"
classical_music < music: "classical music" symphony philharmonic mozart beethoven bach chopin baroque concerto
jazz < music: jazz saxophonist "blues music" swing bebop "big band" trumpeter
hip_hop < music: rap rapper "hip hop" hiphop
electronic_music < music: techno edm dj "electronic music" "house music" "drum and bass" trance
folk_music < music: "folk music" "country music" bluegrass "folk song"
reggae < music: reggae ska
soul_music < music: "soul music" rnb funk motown gospel soul blues
kpop < music: kpop "k pop" bts
singing < music hobby: sing sings singing sang sung karaoke alto soprano "sings in"
choir < singing: choir choirs chorus choral "a cappella" alto soprano tenor baritone "sings in" choirmaster "gospel choir" "church choir" "choir practice" singers rehearsal rehearsals "choir rehearsal"
instrument < music: instrument instruments "musical instrument" "play an instrument" "plays an instrument"
piano < instrument: piano pianist "grand piano" keyboard keyboards synthesizer synth harpsichord "upright piano" "plays piano"
pipe_organ < instrument: organist "church organ" "pipe organ" accordion
guitar < instrument: guitar guitars guitarist ukulele banjo
bass_guitar < instrument: "bass guitar" bassist
violin < instrument: violin viola violinist fiddle
cello < instrument: cello cellist "double bass"
drums < instrument: drum drums drummer percussion "drum kit"
flute < instrument: flute flutist piccolo
clarinet < instrument: clarinet oboe bassoon
saxophone < instrument: saxophone sax
trumpet < instrument: trumpet trombone tuba "french horn"
harp < instrument: harp harmonica bagpipes
music_lessons < lesson music: "music lessons" "piano lessons" "guitar lessons" "violin lessons" "singing lessons" "music teacher"
orchestra < music: orchestra conductor ensemble quartet
games: game games gaming gamer "play online" "plays online" "play on the internet" opponent opponents
video_game < games: "video game" "video games" "computer game" "computer games" minecraft fortnite zelda roblox "super mario" esports factorio tetris "stardew valley" "elden ring" "mario kart" "animal crossing" "the sims" "call of duty" "league of legends" "counter strike" "world of warcraft" "baldur's gate" "grand theft auto" "video gaming" "online game" "online games" pokemon civilization sims civ
games_console < video_game: playstation xbox nintendo "games console" "game console" ps5 "steam deck" "nintendo switch" "play station" "playstation 5" wii "gaming console" handheld
board_game < games: "board game" "board games" monopoly scrabble catan "game night" "games night" boardgame boardgames carcassonne settlers "table top" tabletop gloomhaven cluedo
card_game < games: "card game" "card games" poker solitaire rummy "playing cards" cribbage whist canasta pinochle skat euchre rummikub "card night" "card evening" mahjong "gin rummy"
chess < board_game: chess checkers backgammon checkmate "chess opening" "chess openings" sicilian "caro kann" "french defence" "french defense" "king's indian" "queen's gambit" "london system" "ruy lopez" "italian game" "english opening" scandinavian "nimzo indian" "queen's indian" gambit endgame lichess e4 d4 "against e4" "against d4" "chess club" grandmaster "chess set"
puzzle < games: puzzle puzzles jigsaw crossword crosswords sudoku wordle riddle "crossword puzzle" "jigsaw puzzle" "brain teaser" nonogram "word search" "rubik's cube" "cryptic crossword" sudokus
role_playing < games: "role playing game" "dungeons and dragons" larp warhammer
pub_quiz < games: "pub quiz" "quiz night" trivia
dice < games: dice
subtitles < film: subtitle subtitles subtitled dub dubbed dubbing "original version" "original language"
anime: anime "japanese cartoon"
music_streaming < streaming music: spotify tidal deezer soundcloud "apple music" "youtube music" "amazon music" "music service" "music streaming" "pay for music" "streaming music"
african_music < music: amapiano kwaito afrobeats afrobeat highlife mbaqanga gqom
latin_music < music: bossa "bossa nova" reggaeton cumbia fado mariachi merengue
folk_instrument < instrument: mandolin dulcimer zither sitar tabla djembe bongos cajon kora mbira koto erhu lute oud saz bouzouki balalaika baglama "tin whistle" concertina autoharp hurdy didgeridoo marimba
musical_taste < music: "music to" "kind of music" "style of music" "what music" "listening habits"
event_ticket < ticket: "ticket for" "tickets to" "tickets for" "got a ticket" "opening night" premiere
library_things: "library card" "library book" "overdue books" "library books" borrower
hobby_making < hobby: "make things" "making things" handmade "by hand" "with my hands"
`
