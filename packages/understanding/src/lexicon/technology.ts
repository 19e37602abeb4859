/** Devices, internet, software and accounts. */
export const TECHNOLOGY = `
technology: technology tech gadget gadgets digital
device < technology: device devices gadget electronics electronic machine machines gadgetry hardware appliance
phone < device: phone phones telephone mobile smartphone cellphone handset "cell phone" landline
smartphone < phone: smartphone iphone android samsung huawei "mobile phone" smartphones pixel xiaomi oneplus fairphone nokia motorola oppo redmi "smart phone" "galaxy phone"
iphone < smartphone: iphone iphones ios
phone_number < phone contact: "phone number" "mobile number" "telephone number" "cell number" "contact number" cell tel "reach me" "reach me on" "call me on" "ring me on" "number can people" "be reached" "be reached on" "which number" "what number" "get me on" "office number" "home number" "direct line" dial
sim_card < phone: "sim card" esim roaming "phone plan" "data plan" vodafone "phone contract" prepaid "pay as you go" "mobile plan" "mobile data" "data allowance" gigabytes "mobile contract" "phone bill" tariff vodacom telekom "t mobile" giffgaff "data bundle" sim airtime "phone provider" "mobile provider" "phone company"
contact: contact contacts "contact details" "contact information" "get in touch"
computer < device: computer computers pc desktop mac imac workstation "mac mini" "gaming pc" "desktop computer" "personal computer" nuc
laptop < computer: laptop laptops notebook macbook thinkpad chromebook macbooks "macbook air" "macbook pro" xps matebook zenbook ideapad thinkpads "surface laptop" ultrabook
tablet_computer < device: ipad "tablet computer" "drawing tablet" ipads "galaxy tab" "android tablet" "surface pro"
smartwatch < device: smartwatch "smart watch" "apple watch" wearable garmin fenix smartwatches "galaxy watch" "pixel watch" "sports watch" "running watch" "fitness watch"
smart_home < device home: alexa "smart home" "smart speaker" "google home" siri "smart lights" "home assistant" "smart plug" "smart bulb" "smart bulbs" "philips hue" "robot vacuum" "video doorbell" zigbee
headphones < device: headphones earphones earbuds airpods headset "noise cancelling" earpods "ear buds"
loudspeaker < device: loudspeaker loudspeakers soundbar bluetooth "bluetooth speaker" sonos stereo
television_set < device television: "smart tv" "flat screen" "tv set" "remote control" projector "big screen"
printer < device: printer scanner printing "ink cartridge" toner inkjet "laser printer" toners printers printouts
screen < device: screen screens monitor monitors display "second monitor" "external monitor" "computer screen"
computer_keyboard < device: keyboard keyboards "computer mouse" trackpad webcam "computer keyboard" "mechanical keyboard" webcams "wireless mouse"
charger < device: charger chargers "charging cable" powerbank "power bank" usb "usb cable" charges recharge "wireless charging" adapter "phone charger" "charging lead"
battery < device: battery batteries charge charged rechargeable "battery life" "out of power" "battery lasts" "full charge" "on a charge" "per charge" "single charge" "charge it" "battery pack"
storage_device < device: "hard drive" "hard disk" ssd "memory card" "usb stick" "flash drive"
internet < technology: internet online web website websites browser isp fibre "internet provider" "broadband provider"
browser < internet software: chrome firefox "web browser" bookmark safari vivaldi
search_engine < internet: google googled "search engine" duckduckgo
email < communication internet: email emails mail gmail inbox outlook newsletter "e mail" spam
email_address < email contact: "email address" "mail address" "e mail address"
social_media < internet: facebook instagram tiktok twitter snapchat linkedin reddit "social media" "social network" hashtag mastodon bluesky threads pinterest tumblr
messaging < communication internet: whatsapp telegram messenger sms texting imessage "text message" "group chat" texts texted wechat viber "text messages" slack discord
video_platform < internet: youtube twitch vimeo
video_call < communication internet: skype zoom facetime "video call" "video chat" "video calls"
screen_time < technology: "screen time" "digital detox" doomscrolling "phone addiction"
password < security: password passwords passcode passphrase "password manager" passphrases bitwarden lastpass keepass dashlane 1password credentials "master password" "password book" "login details" "login data" "log in details" logins keychain
pin_code < security: "pin code" "pin number" "access code" "security code" keypad "gate code" "door code" "entry code" "alarm code" "key code" "code for the" "code to the" "code of the" "key safe" "lock box" combination "opening code" "door number code" "get into the building" "get in the building" unlock intercom buzzer "garage code" passcode
login < security: login username "log in" "sign in" "log on" "user name" logins logon signin "user account" "log into" "logged in" "logging in"
security: security secure safety safe
two_factor < security: authenticator "two factor" "two step"
hacking < security: hack hacked hacker malware virus phishing ransomware antivirus
privacy < security: privacy gdpr "personal data" anonymity "data protection" tracking
account < internet: account accounts profile "user account"
software < technology: software app apps program programs
app < software: app apps "app store"
operating_system < software: linux macos ubuntu "operating system" debian fedora chromeos "windows 7" "windows 8" "windows 10" "windows 11" "windows xp" "linux mint" "arch linux" "mac os" "chrome os" "operating systems" "runs linux" "runs windows" "dual boot" "side by side"
programming_language < programming: javascript typescript java golang php kotlin python rust ruby swift fortran cobol "c sharp" html sql
programming < technology: programming coding code coder "source code" github debugging algorithm programmer programs git gitlab repo repository repositories python script scripting "software project" "open source"
ai < technology: ai chatgpt chatbot "artificial intelligence" "machine learning" "language model" robot robots robotics "language models" copilot llm gemini "voice assistant"
cloud_storage < internet: dropbox icloud "google drive" "cloud storage" onedrive nextcloud sync synced syncs syncing synchronised synchronized "cloud drive" "in the cloud"
file < technology: file files folder pdf spreadsheet excel pdfs folders spreadsheets binder binders paperwork
backup < technology: backup backups "back up" "backed up" nas synology qnap "backs up" "backing up" "time machine" "external drive" "keep safe" "kept safe"
computer_trouble < technology: "blue screen" "technical problem" "won't start" "screen cracked" "stopped working" freezes "keeps crashing" "no internet" "internet is down" "internet is gone" "internet goes" "connection drops" offline rattles "broken screen" "cracked screen" "died on me" malfunction glitch glitches faulty defective
download < internet: download downloads downloaded upload uploaded
virtual_reality < technology: metaverse "virtual reality" oculus "vr headset"
printer_3d < technology hobby: "3d printer" "3d printing" arduino "raspberry pi" filament filaments pla petg prusa ender creality nozzle "3d print" "3d prints" "3d printers" "3d printed" "bambu lab"
photo_storage < photography technology: "photo album" "google photos" "photo backup"
ereader < device reading: kindle ereader "e reader" kobo
computer_brand < computer: dell lenovo asus acer toshiba "hewlett packard" alienware msi
feature_phone < phone: "flip phone" "feature phone" "button phone" dumbphone "dumb phone" "old nokia" "brick phone" payphone
software_update < software: update updates updated updating upgrade upgrades upgraded patch "security update" "security updates" "end of support" "end of life"
electronics_hobby < technology hobby: arduino solder soldering soldered "soldering iron" oscilloscope multimeter breadboard microcontroller esp32 "raspberry pi" electronics circuit circuits sensor sensors "weather station" "ham radio" "amateur radio"
website: website websites webpage webpages homepage domain domains webshop webhost hosting "home page" "web page" "web site" "domain name" "web shop" url wordpress squarespace "web address"
notes_app < software: obsidian notion evernote onenote joplin roam logseq "apple notes" "google keep" "notes app" "note taking" "write things down" "take notes" "takes notes" notebook notebooks
restart: reboot reboots rebooted rebooting restart restarts restarted "switched off" "turned off" "switch off" "turn off"
wifi_extra < internet: broadband fibre "internet provider" "internet connection" "internet contract" "internet speed" isp mbit megabit
hifi < device music: hifi turntable amplifier amp subwoofer "hi fi" "record player" "cd player" speakers
mobile_internet < internet: "mobile data" "out of data" "data plan" roaming
code_editor < software programming: vscode vim neovim emacs intellij pycharm webstorm xcode "vs code" "visual studio" "sublime text" "code editor" "text editor" ide
project_tools < software project: jira trello asana basecamp clickup "monday board" kanban "project board" "task board"
office_software < software: excel libreoffice powerpoint "google docs" "google sheets" "microsoft office" "microsoft word" "word processor" spreadsheets
photo_software < software photography: photoshop lightroom darktable gimp "affinity photo" "photo editing" "edits photos" "edit photos" "picture editing"
music_software < software music: ableton audacity garageband "logic pro" cubase reaper "fl studio" "music production" "produces music"
design_software < software: figma canva illustrator indesign inkscape blender sketchup autocad solidworks fusion cad "3d modelling"
fitness_app < app fitness: strava komoot runkeeper "training app" "running app" "fitness app" "nike run club" endomondo zwift
language_app < app learning_language: duolingo babbel anki memrise busuu "language app" flashcards
budget_app < app budget: ynab "budget app" "budgeting app" "expense tracker" "track expenses" "tracks expenses" "tracks spending"
calendar_app < app calendar: "google calendar" "outlook calendar" "shared calendar" "family calendar" "calendar app"
todo_app < app: todoist ticktick "to do app" "to do list" "task list" reminders "task manager"
vpn < security: vpn firewall encryption encrypted
ebike_device < device bicycle: "bike computer" wahoo
drive_storage < storage_device: "external hard drive" "external disk" "thumb drive" pendrive
robot_home < device home: "robot mower" "robot vacuum" roomba
wearables_ring < smartwatch: "smart ring" "oura ring"
`
