-- Where an app says what it does with the data of people; shown at consent.
alter table apps add column if not exists privacy_url text;
