# Generated from the asynchronous client by `npm run docs:api`; do not edit.
