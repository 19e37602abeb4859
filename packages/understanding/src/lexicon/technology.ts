/** Devices, internet, software and accounts. */
export const TECHNOLOGY = `
technology: technology tech gadget gadgets digital
device < technology: device devices gadget electronics electronic
phone < device: phone phones telephone mobile smartphone cellphone handset "cell phone" landline
smartphone < phone: smartphone iphone android samsung huawei "mobile phone"
iphone < smartphone: iphone iphones ios
phone_number < phone contact: "phone number" "mobile number" "telephone number" "cell number" "contact number"
sim_card < phone: "sim card" esim roaming "phone plan" "data plan" vodafone "phone contract"
contact: contact contacts "contact details" "contact information" "get in touch"
computer < device: computer computers pc desktop mac
laptop < computer: laptop laptops notebook macbook thinkpad chromebook
tablet_computer < device: ipad "tablet computer" "drawing tablet"
smartwatch < device: smartwatch "smart watch" "apple watch" wearable
smart_home < device home: alexa "smart home" "smart speaker" "google home" siri "smart lights"
headphones < device: headphones earphones earbuds airpods headset "noise cancelling"
loudspeaker < device: loudspeaker loudspeakers soundbar bluetooth "bluetooth speaker" sonos stereo
television_set < device television: "smart tv" "flat screen" "tv set" "remote control" projector "big screen"
printer < device: printer scanner printing "ink cartridge" toner
screen < device: screen screens monitor monitors display
computer_keyboard < device: keyboard keyboards "computer mouse" trackpad webcam
charger < device: charger chargers "charging cable" powerbank "power bank" usb "usb cable"
battery < device: battery batteries charge charged rechargeable "battery life" "out of power"
storage_device < device: "hard drive" "hard disk" ssd "memory card" "usb stick" "flash drive"
internet < technology: internet online web website websites browser
browser < internet software: chrome firefox "web browser" bookmark
search_engine < internet: google googled "search engine" duckduckgo
email < communication internet: email emails mail gmail inbox outlook newsletter "e mail" spam
email_address < email contact: "email address" "mail address" "e mail address"
social_media < internet: facebook instagram tiktok twitter snapchat linkedin reddit "social media" "social network" hashtag
messaging < communication internet: whatsapp telegram messenger sms texting imessage "text message" "group chat"
video_platform < internet: youtube twitch vimeo
video_call < communication internet: skype zoom facetime "video call" "video chat" "video calls"
screen_time < technology: "screen time" "digital detox" doomscrolling "phone addiction"
password < security: password passwords passcode passphrase "password manager"
pin_code < security: "pin code" "pin number" "access code" "security code"
login < security: login username "log in" "sign in" "log on" "user name"
security: security secure safety safe
two_factor < security: authenticator "two factor" "two step"
hacking < security: hack hacked hacker malware virus phishing ransomware antivirus
privacy < security: privacy gdpr "personal data" anonymity "data protection" tracking
account < internet: account accounts profile "user account"
software < technology: software app apps program programs
app < software: app apps "app store"
operating_system < software: linux macos ubuntu "operating system"
programming_language < programming: javascript typescript java golang php kotlin python rust ruby swift fortran cobol "c sharp" html sql
programming < technology: programming coding code coder "source code" github debugging algorithm
ai < technology: ai chatgpt chatbot "artificial intelligence" "machine learning" "language model" robot robots robotics
cloud_storage < internet: dropbox icloud "google drive" "cloud storage" onedrive
file < technology: file files folder document documents pdf spreadsheet excel
backup < technology: backup backups "back up" "backed up"
computer_trouble < technology: "blue screen" "technical problem" "won't start" "screen cracked" "stopped working"
download < internet: download downloads downloaded upload uploaded
virtual_reality < technology: metaverse "virtual reality" oculus "vr headset"
printer_3d < technology hobby: "3d printer" "3d printing" arduino "raspberry pi"
photo_storage < photography technology: "photo album" "google photos" "photo backup"
ereader < device reading: kindle ereader "e reader" kobo
`
