/** Money, banking, taxes, insurance, shopping and prices. */
export const MONEY = `
money: money cash finances financial wealth funds
currency < money: currency "exchange rate" coins banknotes
euro < currency: euro euros eur
pound < currency: sterling gbp quid pence
dollar < currency: dollar dollars usd bucks
yen < currency: yen yuan rupee rupees krona
swiss_franc < currency: chf "swiss franc" "swiss francs"
income < money: income incomes earn earns earned earnings
bank < money: bank banks banking hsbc barclays santander revolut monzo "bank branch"
bank_account < bank: iban "bank account" "current account" "account number" "sort code" "checking account" overdraft "joint account"
savings < money: savings save saving saved "nest egg" "piggy bank" "putting money aside" "put money aside" "rainy day" "set money aside" "saving up"
savings_account < savings bank_account: isa "savings account" "interest rate" "emergency fund"
credit_card < bank payment: mastercard amex "credit card" "credit cards"
debit_card < bank payment: "debit card" "bank card" "card number" pin
payment: pay pays paid paying payment payments afford afforded
mobile_payment < payment: paypal venmo "apple pay" "google pay" contactless
cash_payment < payment: atm "cash machine" "pay cash" "in cash" cashpoint
bank_transfer < payment bank: "bank transfer" "direct debit" "standing order" "money transfer" "wire transfer"
debt < money: debt debts owe owes owed indebted bankrupt bankruptcy
loan < debt: loan loans lend lent borrow borrowed borrowing lender instalment installment
credit_rating < debt: "credit score" "credit rating" "credit history"
lend_friend < loan: "lent him" "lent her" "owes me" "owe her" "owe him" "pay me back" "pay back"
budget < money: budget budgeting budgets "monthly budget" "spending limit"
expense < money: expense expenses spending spend spent expenditure
cost < money: cost costs price prices priced pricey "how much" fee fees
expensive < cost: expensive costly pricey luxury overpriced unaffordable
cheap < cost: cheap cheaper inexpensive affordable bargain "low cost" "on a budget"
free_of_charge < cost: "for free" "free of charge" complimentary
discount < cost: discount discounts sale voucher coupon bargain "black friday" "special offer" "promo code" "loyalty card"
bill < expense: bill bills invoice invoices receipt
subscription < expense: subscription subscriptions subscribe subscribed membership "monthly fee" unsubscribe "free trial" renewal
tax < money: tax taxes taxation hmrc irs vat "tax return" "income tax" "tax office"
tax_number < tax: "tax number" "tax id" "national insurance number" "social security number" ssn
pension < income: pension pensions annuity "pension fund" 401k
benefits < income: welfare "child benefit" "unemployment benefit" "social security" "universal credit" "housing benefit"
pocket_money < income child: "pocket money" "weekly allowance"
investment < money: invest investing invested investment investments investor portfolio etf shares stocks "mutual fund" dividend
stock_market < investment: "stock market" "stock exchange" nasdaq "index fund"
cryptocurrency < investment: bitcoin crypto cryptocurrency ethereum blockchain
property_investment < investment: "buy to let" "rental property" "rental income" "investment property"
insurance < money: insurance insured insure insurer policyholder "insurance policy" "insurance company"
life_insurance < insurance: "life insurance" "life cover" "income protection"
liability_insurance < insurance: "liability insurance" "pet insurance" "legal insurance"
rich < money: rich wealthy millionaire billionaire "well off" affluent
poor < money: poverty poor "short of money" "tight budget" penniless "can't afford" skint
gambling < money: gamble gambling gambler casino betting lottery roulette jackpot poker
theft < crime: theft thief stole stolen steal robbery burglar burglary burgled pickpocket "got robbed" "was robbed"
fraud < crime: fraud scam scammed scammer phishing swindle
shopping < activity: shop shopping shops shopper "shopping list" mall "shopping centre" "shopping center"
buying < shopping: buy buys bought buying purchase purchased purchases "splash out"
selling < money: sell sells sold selling sale seller "for sale" resale
online_shopping < shopping internet: amazon ebay etsy "online shopping" "online store" "online shop" alibaba "order online" "ordered online"
supermarket < shopping food: supermarket groceries grocery tesco sainsbury aldi lidl walmart costco waitrose asda "food shopping"
market < shopping: "farmers market" "farmers' market" "street market" bazaar "market stall"
department_store < shopping: "department store" ikea macys selfridges "marks and spencer"
flea_market < second_hand: "flea market" "car boot sale" "garage sale" "yard sale" "jumble sale"
second_hand < shopping: secondhand "second hand" preowned "pre owned" craigslist "used car" vintage
antique < second_hand: antique antiques collectible
returns < shopping: refund refunded "send back" "sent back" "money back"
warranty < shopping: warranty warranties guarantee
delivery < shopping: delivery deliver delivered parcel parcels package courier dhl fedex shipping
queue < shopping: queue queues "waiting in line" checkout
wish_list < shopping gift: wishlist "wish list" "gift list"
gift < giving: gift gifts presents "gift card" "gift voucher" "gift idea" giftwrap "birthday present" "christmas present"
giving: give gives gave given giving donate
`
