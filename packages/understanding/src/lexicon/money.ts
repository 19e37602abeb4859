/** Money, banking, taxes, insurance, shopping and prices. */
export const MONEY = `
money: money cash finances financial wealth funds
currency < money: currency "exchange rate" coins banknotes coin "loose change" "small change" "pound coins" "euro coins" "1 euro" "2 euro"
euro < currency: euro euros eur
pound < currency: sterling gbp quid pence
dollar < currency: dollar dollars usd bucks
yen < currency: yen yuan rupee rupees krona
swiss_franc < currency: chf "swiss franc" "swiss francs"
income < money: income incomes earn earns earned earnings
bank < money: bank banks banking hsbc barclays santander revolut monzo "bank branch" teller tellers "bank with" "banks with" "building society" "credit union" "online banking" "banking app" bunq n26 starling "wells fargo" lloyds natwest nedbank absa capitec sparkasse "bank of america" rabobank pko mbank
bank_account < bank: iban "bank account" "current account" "account number" "sort code" "checking account" overdraft "joint account" "chequing account" chequing "everyday account" "account balance" "in my account" "in the account" "bank balance" girokonto overdrawn "transaction account" "cheque account" "offset account" "balance of" "current balance"
savings < money: savings save saving saved "nest egg" "piggy bank" "putting money aside" "put money aside" "rainy day" "set money aside" "saving up" "put away" "put by" "putting aside" "puts aside" "put aside" "set aside" "sets aside" "setting aside" "putting away" "saves up" "save up" "saved up" "money box" "rainy day fund" stash stashed "savings goal" "saving for" "saving towards" "savings plan" "savings pot" kiwisaver "premium bonds" tfsa isa "emergency fund" "money saved" livret "savings account" "notice account" "help to buy"
savings_account < savings bank_account: isa "savings account" "interest rate" "emergency fund" "emergency savings" "fixed deposit" "instant access" "high yield" "money market"
credit_card < bank payment: mastercard amex "credit card" "credit cards"
debit_card < bank payment: "debit card" "bank card" "card number" pin
payment: pay pays paid paying payment payments afford afforded
mobile_payment < payment: paypal venmo "apple pay" "google pay" contactless
cash_payment < payment: atm "cash machine" "pay cash" "in cash" cashpoint
bank_transfer < payment bank: "bank transfer" "direct debit" "standing order" "money transfer" "wire transfer"
debt < money: debt debts owe owes owed indebted bankrupt bankruptcy repay repays repaid repaying repayment repayments "pay off" "pays off" "paying off" "paid off" "still owe" "still owes" "owe money" "owes money" "in the red" arrears "buy now pay later" klarna afterpay "to pay back" "paid back" "still to pay" "left to pay" "outstanding balance" iou "pays back" "owed by"
student_debt < debt: hecs "student loan" "student loans" "student debt" "study loan" "tuition loan" navient nelnet "sallie mae" bafog csn "loan for university" "college debt" "university debt"
loan < debt: loan loans lend lent borrow borrowed borrowing lender instalment installment instalments installments "car loan" "personal loan" "bank loan" "on finance" "car finance" "hire purchase" "interest free" "monthly payment" "monthly payments" "monthly instalment" financed
credit_rating < debt: "credit score" "credit rating" "credit history"
lend_friend < loan: "lent him" "lent her" "owes me" "owe her" "owe him" "pay me back" "pay back" lent "lent me" "borrowed from" "owes us" "give it back" "gave it back" "gives it back" "pays me back" "paid me back" "lent out" "get it back"
budget < money: budget budgeting budgets "monthly budget" "spending limit"
expense < money: expense expenses spending spend spent expenditure outgoings outlay "monthly costs" "running costs" "regular costs"
cost < money: cost costs price prices priced pricey "how much" fee fees charge charges charged "price tag" "set me back" quote quoted
expensive < cost: expensive costly pricey luxury overpriced unaffordable
cheap < cost: cheap cheaper inexpensive affordable bargain "low cost" "on a budget"
free_of_charge < cost: "for free" "free of charge" complimentary gratis freebie "no charge" "at no cost" "without charge" "free of cost" "free tickets"
discount < cost: discount discounts sale voucher coupon bargain "black friday" "special offer" "promo code" "loyalty card" discounted "student discount" "money off" "half price" "reduced price" coupons vouchers cashback "loyalty points" "early bird"
bill < expense: bill bills invoice invoices receipt billed "phone bill" "water rates" "pay the bills" "final demand"
subscription < expense: subscription subscriptions subscribe subscribed membership "monthly fee" unsubscribe "free trial" renewal subscribes subscriber subscribers subscribing "family plan" "annual plan" "yearly plan" "student plan" "monthly plan" "premium account" "premium plan" "paid plan" "trial period" "signed up to" "monthly subscription" "yearly subscription" memberships "member card"
tax < money: tax taxes taxation hmrc irs vat "tax return" "income tax" "tax office" taxed taxable "tax refund" "tax year" "tax adviser" "tax advisor" "council tax" "income tax return" "file taxes" "files taxes" "tax bracket" "tax class" "tax free" "self assessment" "tax rebate" "tax bill" "tax form" "tax declaration" "file my taxes" "social insurance" zus "national insurance" urssaf "social contributions" "quarterly taxes" "estimated taxes"
tax_number < tax: "tax number" "tax id" "national insurance number" "social security number" ssn
pension < income: pension pensions annuity "pension fund" 401k "pension pot" "pension plan" "retirement savings" "retirement fund" "state pension" "company pension" "private pension" "workplace pension" "retirement plan" "saving for retirement" superannuation "roth ira" "provident fund" "retirement account" "super fund" "my super" "super balance" hostplus australiansuper "aware super" kiwisaver rrsp 403b epf cpf zus nps sipp "retirement money" "retirement income" "projected pension" drawdown
benefits < income: welfare "child benefit" "unemployment benefit" "social security" "universal credit" "housing benefit" "unemployment money" "disability allowance" "housing allowance" "care allowance" dole "jobseeker's allowance" "government support" "state support" "state benefits"
pocket_money < income child: "pocket money" "weekly allowance" allowance "monthly allowance"
investment < money: invest investing invested investment investments investor portfolio etf shares stocks "mutual fund" dividend etfs bonds broker brokerage dividends "trading account" "stocks and shares" "tax free account" "unit trust" "savings bonds" securities "investment account" "investment fund" "tracker fund" "global fund" "premium bonds" treasuries "government bonds" "msci world" vanguard "index tracker" tracker
stock_market < investment: "stock market" "stock exchange" nasdaq "index fund"
cryptocurrency < investment: bitcoin crypto cryptocurrency ethereum blockchain
property_investment < investment: "buy to let" "rental property" "rental income" "investment property"
insurance < money: insurance insured insure insurer policyholder "insurance policy" "insurance company" insurances insurers premium premiums deductible "insured with" "insured by" "insurance premium" "insurance cover" "insurance claim" "own risk" "insurance excess" coverage "policy runs" "policy ends" "policy number" insures policy renewal
life_insurance < insurance: "life insurance" "life cover" "income protection"
liability_insurance < insurance: "liability insurance" "pet insurance" "legal insurance" "personal liability" "third party" "third party insurance" "legal protection" "legal cover" "liability cover"
rich < money: rich wealthy millionaire billionaire "well off" affluent
poor < money: poverty poor "short of money" "tight budget" penniless "can't afford" skint
gambling < money: gamble gambling gambler casino betting lottery roulette jackpot poker bets "scratch card" "lottery ticket" "national lottery" "football pools"
theft < crime: theft thief stole stolen steal robbery burglar burglary burgled pickpocket "got robbed" "was robbed" stealing thieves "been stolen" "was stolen" "got stolen" burglars robbed robbing mugged pickpocketed
fraud < crime: fraud scam scammed scammer phishing swindle scams scamming fraudster "identity theft" "froze my credit" "credit freeze" cheated cheat cheating conned swindled "fake call" "fake email" pretending hoax "suspicious call"
shopping < activity: shop shopping shops shopper "shopping list" mall "shopping centre" "shopping center"
buying < shopping: buy buys bought buying purchase purchased purchases "splash out" "treat myself" "got myself" "picked up a" acquired
selling < money: sell sells sold selling sale seller "for sale" resale "sell on" "up for sale" "part exchange" vinted resold
online_shopping < shopping internet: amazon ebay etsy "online shopping" "online store" "online shop" alibaba "order online" "ordered online"
supermarket < shopping food: supermarket groceries grocery tesco sainsbury aldi lidl walmart costco waitrose asda "food shopping"
market < shopping: "farmers market" "farmers' market" "street market" bazaar "market stall"
department_store < shopping: "department store" ikea macys selfridges "marks and spencer"
flea_market < second_hand: "flea market" "car boot sale" "garage sale" "yard sale" "jumble sale"
second_hand < shopping: secondhand "second hand" preowned "pre owned" craigslist "used car" vintage
antique < second_hand: antique antiques collectible
returns < shopping: refund refunded "send back" "sent back" "money back"
warranty < shopping: warranty warranties guarantee "under warranty" "out of warranty" "extended warranty" "repaired for free" applecare "guarantee period" guaranteed
delivery < shopping: delivery deliver delivered parcel parcels package courier dhl fedex shipping
queue < shopping: queue queues "waiting in line" checkout
wish_list < shopping gift: wishlist "wish list" "gift list"
gift < giving: gift gifts presents "gift card" "gift voucher" "gift idea" giftwrap "birthday present" "christmas present"
giving: give gives gave given giving donate
savings_club < savings: stokvel chama susu tontine paluwagan "savings club" "savings circle" "christmas club" "savings group" "money circle" "lending circle" "chit fund"
property_tax < tax home: "property tax" "council tax" "land tax" "real estate tax" "house tax" "municipal tax"
money_transfer < money: "send money" "sends money" "sending money" remittance remittances "money home" "western union" "wires money" wires
support_family < money: "supports her" "supports his" "support my parents" "money to my" "maintenance payments" alimony
ordering < buying: order orders ordered ordering
standing_order < payment: "standing order" "direct debit" "automatic payment" "paid automatically" "goes out on" "leaves the account" "leaves my account" "taken from my account"
food_budget < budget: "food budget" "grocery budget" "spend on food" "spends on groceries" "spend on groceries" "weekly shop"
grocery_cost < cost food: "grocery bill" "food bill" "food costs" "grocery costs"
savings_target < savings goal: "down payment" "house deposit" "saving up for" "putting money by" "nest egg for" "save towards"
tip_giving < payment: tip tips tipping gratuity
credit_card_debt < debt credit_card: "credit card debt" "card balance" "card debt" "maxed out"
refund_due < returns: "waiting for a refund" "money back" reimbursement reimbursed reimburse "expenses claim" "claim expenses"
child_savings < savings child: "college fund" "savings for the kids" "junior isa" "child's savings" "education fund"
`
