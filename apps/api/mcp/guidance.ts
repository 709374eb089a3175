/** When to use a tool, and which other one instead: two sentences that follow what it does. A test compares the names with the table. */
export const GUIDANCE: Readonly<Record<string, string>> = {
  keys_list:
    'Use it to count or page through the keys of a benefit or a status. To find one key by a customer, a note or its last characters, use keys_search.',
  keys_tags:
    'Use it for the tags of one license key whose ID is known. To find license keys by a tag, use the parameter tag of keys_search.',
  keys_set_tags:
    'Use it to sort a license key for colleagues: it replaces all tags, so read those it has with keys_tags first and send them, too.',
  keys_used_tags:
    'Use it for the tags that license keys have in all, before a tag is chosen or looked for. Those of one are in keys_tags.',
  keys_search:
    'Use it to find a license key by the email or name of its customer, its last characters, a note or metadata, and keys that expire soon or are over a limit. With the ID at hand, use keys_show.',
  keys_show:
    'Use it for the status, limits, expiry, usage and activations of one key whose ID is known. For the reason why it does not work, use keys_explain.',
  keys_increments: 'Use it for what applications said about their uses of counters. How much is left is in keys_show.',
  keys_issue:
    'Use it to give a customer a new license key without a purchase, such as a gift, a replacement or a test. When something was bought, use orders_create or subscriptions_create, which bring keys themselves.',
  keys_update:
    'Use it to raise the activation limit, change usage, notes or metadata of a key. For the expiry alone use keys_extend, for the status keys_disable, keys_enable or keys_revoke.',
  keys_extend:
    'Use it to give a key more time, or an end. For a subscription that pays on, nothing is needed: its key follows it (subscriptions_show).',
  keys_disable:
    'Use it to block a key for a while, for example during a payment dispute or a suspected leak; keys_enable takes it back. To end it for good, use keys_revoke.',
  keys_enable:
    'Use it when a key was disabled or revoked by hand and should work again. Why a key does not work is told by keys_explain.',
  keys_revoke: 'Use it to end a key for good, after fraud or a refund. To block it for a while, use keys_disable.',
  keys_rotate:
    'Use it when a key has leaked: the customer gets a new string, and devices and usage stay. To block the key instead, use keys_disable.',
  keys_report_leak:
    'Use it when a key was found in public, such as in a repository: owners are told, and what the benefit says happens. To replace a key whatever the benefit says, use keys_rotate.',
  keys_transfer:
    'Use it when a key changes hands, to another customer or member. For a whole subscription use subscriptions_transfer.',
  keys_send:
    'Use it when a customer has lost the mail with the key, or never got it. A key that has leaked is replaced by keys_rotate.',
  keys_devices:
    'Use it to see on which computers a key is active, and which one to remove when the activation limit is reached. keys_remove_device frees a place.',
  keys_remove_device:
    'Use it when a customer has a new computer and the activation limit is reached, or lost the old machine. keys_devices has the ID of the activation.',
  keys_end_held_place:
    'Use it when a device that went offline with a lease still holds a place that it will not use again. For an active device use keys_remove_device.',
  keys_allow_trial:
    'Use it to let a device that has had a trial start one once more. To extend a running trial, use keys_extend.',
  keys_entitlements: 'Use it to see which features a key has, and from which purchase or decision. Their sum is in keys_show.',
  keys_give_entitlement:
    'Use it when a customer should get a feature without buying it, for good or until a day. An add-on that was paid is attached by keys_attach_grant.',
  keys_take_back_entitlement:
    'Use it for what keys_give_entitlement gave. What a purchase brought ends with the purchase: orders_refund or subscriptions_revoke.',
  keys_attach_grant:
    'Use it when a paid add-on waits for a key, or extends the wrong one. keys_give_entitlement is for what nobody paid.',
  keys_timeline:
    'Use it for what happened to one key: activations, refusals, changes of status and who made them, by time. For changes by staff across everything use audit_log_list.',
  keys_reservations:
    'Use it to see which usage of a key is reserved and not yet committed. Usage that has been counted is in keys_show.',
  keys_explain:
    'Use it first when a customer says that a license key is refused, invalid or does not activate: it lists each check with its result and changes nothing. What happened before is in keys_timeline.',
  bulk_list:
    'Use it to see what was done with many license keys at once, and how far it is. For one of these changes use bulk_show.',
  bulk_show: 'Use it for the progress of one bulk change. For what became of each key use bulk_entries.',
  bulk_preview:
    'Use it before bulk_start: it says how many keys would change and why others would not. For one key use keys_extend, keys_disable or keys_enable.',
  bulk_start: 'Use it to do one thing with many license keys; preview it with bulk_preview first. For one key use keys_update.',
  bulk_entries: 'Use it to see which keys a bulk change left as they were, and why. For the numbers alone use bulk_show.',
  bulk_cancel: 'Use it to stop a bulk change; what was changed stays so. To give those keys back what they had, use bulk_undo.',
  bulk_undo:
    'Use it to take a bulk change back where nobody changed the keys since. To stop one that is running and keep the rest, use bulk_cancel.',
  batches_list:
    'Use it to see the batches of license keys that nobody has bought yet, and how many of each were claimed. For one batch use batches_show.',
  batches_show: 'Use it for the numbers of one batch. For all batches use batches_list.',
  batches_create:
    'Use it to make license keys before anybody has bought them, such as for boxes. To issue a key to a customer, use keys_issue.',
  batches_update:
    'Use it to rename, stop or resume a batch. License keys that were claimed stay; to disable one, use keys_disable.',
  sign_in_clients_list:
    'Use it to see in which applications customers may sign in, and for which benefits. To register one, use sign_in_clients_create.',
  sign_in_clients_create:
    'Use it to let customers sign in in an application instead of typing a license key. Its id is built into the application.',
  sign_in_clients_delete: 'Use it to end signing in in an application. Devices that were activated stay.',
  pools_list:
    'Use it to see which pools of prepared license keys exist and how many keys are left in each. For one pool use pools_show.',
  pools_show: 'Use it for the stock of one pool, and how many grants wait for keys. Its single entries are in pools_entries.',
  pools_create:
    'Use it when a publisher delivers keys that customers of a benefit are to get. To issue keys of our own, use keys_issue.',
  pools_update: 'Use it to rename a pool or change the warning about a low stock. Its entries are not changed by it.',
  pools_delete:
    'Use it when a pool is not needed any more; keys that customers have stay. To see what is in it first, use pools_entries.',
  pools_entries:
    'Use it to see which prepared keys are available or claimed, and by which license key. For the numbers alone use pools_show.',
  customers_tags:
    'Use it for the tags of one customer whose ID is known. To find customers by a tag, use the parameter tag of customers_list.',
  customers_set_tags:
    'Use it to sort a customer for colleagues: it replaces all tags, so read those it has with customers_tags first and send them, too.',
  customers_tagged:
    'Use it for the tags of several customers whose IDs are known, such as those of a page of customers_list. Those of one are in customers_tags.',
  customers_used_tags:
    'Use it for the tags that customers have in all, before a tag is chosen or looked for. Those of one are in customers_tags.',
  customers_list:
    'Use it to find customers by email, or to page through all of them, also those who never bought or who left. For a part of a name or for other kinds of objects use search.',
  customers_show:
    'Use it for name, email, address and metadata of one customer. For what the customer owns, use customers_state.',
  customers_create:
    'Use it to add a customer before a purchase is reported. If two records are the same person, use customers_merge.',
  customers_update:
    'Use it to change the email address, name, billing address or language of a customer. To unite two records use customers_merge.',
  customers_delete:
    'Use it when a person asks for erasure; it ends subscriptions and keys as well. To unite two records without loss use customers_merge.',
  customers_state:
    'Use it for everything a customer has now: active subscriptions, granted benefits and meters. For past events use customers_timeline.',
  customers_members: 'Use it to see who belongs to a team and with which role. Who holds the paid places is in seats_list.',
  customers_timeline:
    'Use it for the history of one customer: purchases, keys, changes and mails by time. For the present state use customers_state.',
  customers_merge:
    'Use it when the same person exists twice, with two addresses: the purchases and keys of the other one move here. To change an address alone use customers_update.',
  customers_end_sessions:
    'Use it to sign a customer out of the portal everywhere, after a stolen link or device. Members of the seller have tokens_revoke.',
  customers_aliases:
    'Use it to see which addresses of merged customers still lead to this one. To take one away use customers_remove_alias.',
  customers_remove_alias:
    'Use it when an old address of a merged customer belongs to somebody else now. The present address is changed by customers_update.',
  notes_list:
    'Use it to read what colleagues wrote about a customer, a license key or an order, or to find a note by its words. For what happened, use customers_timeline or keys_timeline.',
  notes_show: 'Use it for one note whose ID is known. For all notes about a customer use notes_list.',
  notes_create:
    'Use it to leave a remark for colleagues about a customer, a license key or an order; customers do not see it. The one text that belongs to a key itself is changed by keys_update.',
  notes_update: 'Use it to correct a note, or to pin it. To add to what somebody else wrote, use notes_create.',
  notes_delete:
    'Use it for a note that is wrong or not needed any more; nobody can bring it back. To correct it, use notes_update.',
  mails_list:
    'Use it to see whether a mail, such as that with a license key, reached a customer, and why not. To send a key again use keys_send.',
  products_list: 'Use it to see what is sold, with prices and archived products. For one product use products_show.',
  products_show:
    'Use it for prices, intervals and benefits of one product. Who bought it is in orders_list and subscriptions_list.',
  products_create: 'Use it to sell something new, once or by subscription. What buyers get is then set by products_benefits.',
  products_update:
    'Use it to change name, description or prices, or to archive a product. What buyers get is set by products_benefits.',
  products_delete: 'Use it for a product that nobody bought. One that was sold is archived by products_update.',
  products_benefits:
    'Use it to set which benefits buyers of a product get, also those who bought it before. The benefits themselves change by benefits_update.',
  benefits_list:
    'Use it to see what products bring: license keys, downloads, flags, credits. Who has a benefit is told by benefits_grants.',
  benefits_show:
    'Use it for the rules of one benefit: activation limit, expiry, offline use, policy. A single key may have others, in keys_show.',
  benefits_create: 'Use it for something new that products bring. Products get it by products_benefits.',
  benefits_update: 'Use it to change the rules for all keys of a benefit. For one key use keys_update.',
  benefits_delete:
    'Use it when nobody is to have a benefit any more: all grants end. To take it from one product use products_benefits.',
  benefits_grants:
    'Use it to see which customers have a benefit, and which grants wait or failed. For all of one customer use customers_state.',
  orders_tags:
    'Use it for the tags of one order whose ID is known. To find orders by a tag, use the parameter tag of orders_list.',
  orders_set_tags:
    'Use it to sort an order for colleagues: it replaces all tags, so read those it has with orders_tags first and send them, too.',
  orders_tagged:
    'Use it for the tags of several orders whose IDs are known, such as those of a page of orders_list. Those of one are in orders_tags.',
  orders_used_tags:
    'Use it for the tags that orders have in all, before a tag is chosen or looked for. Those of one are in orders_tags.',
  orders_list:
    'Use it to find what a customer bought and paid, by customer, product, status or invoice number. Recurring purchases are in subscriptions_list.',
  meters_credits:
    'Use it for what is left of credits with an end or a priority, and when they end. The balance is in meters_balances.',
  meters_debit:
    'Use it to take credited units back that were a mistake. One credit as a whole is taken back by meters_revoke_credit.',
  meters_revoke_credit: 'Use it to take back what is left of one credit. Any number of units is taken back by meters_debit.',
  meters_reset: 'Use it to begin a balance anew by hand. To give units back, use meters_credit.',
  orders_show: 'Use it for amounts, tax, items and status of one order. What was paid back is in refunds_list.',
  orders_timeline: 'Use it for what happened to one order, by time. The whole customer is in customers_timeline.',
  orders_create:
    'Use it to report a purchase that was paid elsewhere, by invoice or bank transfer: the customer gets the benefits. A recurring one is subscriptions_create.',
  orders_update: 'Use it to change the billing name or address of an order. Money is reported by orders_refund.',
  orders_refund:
    'Use it to report that money was paid back, in full or in part, and to revoke the benefits. A wrong order without payment is ended by orders_void.',
  orders_void: 'Use it for an order that was reported by mistake: its benefits end. If money was paid back, use orders_refund.',
  orders_unvoid: 'Use it when an order was voided by mistake. A refunded order stays refunded: see orders_show.',
  refunds_list: 'Use it to see what was paid back, when and why. To report a refund use orders_refund.',
  refunds_cancel: 'Use it for a refund that was reported and did not happen. What was paid back is in refunds_list.',
  disputes_cancel:
    'Use it for a dispute that was reported and does not exist. What the bank decides is reported by disputes_update.',
  releases_list: 'Use it to find versions of a product, drafts too. For the files of one, use releases_artifacts.',
  releases_show:
    'Use it for one release by its id, with its notes and how often it was downloaded. Its files are in releases_artifacts.',
  releases_create:
    'Use it to begin a version. It is a draft: add files with releases_add_artifact, then offer it with releases_publish_draft.',
  releases_update: 'Use it for notes, rollout and required flags. To take a published version back, use releases_yank.',
  releases_delete: 'Use it only for a draft. What was published is taken back with releases_yank.',
  releases_publish_draft: 'Use it to offer a draft with all of its files to license keys. They cannot be changed afterwards.',
  releases_yank: 'Use it to offer a published version to nobody any more. A draft is deleted with releases_delete.',
  releases_downloads:
    'Use it for which license keys downloaded a release, or which versions a license key downloads. How often in all is in releases_show.',
  releases_artifacts: 'Use it for the files of a release. The release itself is in releases_show.',
  releases_add_artifact:
    'Use it to add an uploaded file to a draft, before releases_publish_draft. The release itself is in releases_show.',
  releases_download_tokens:
    'Use it for the download tokens of a license key. Their texts are not in it: a lost one is replaced with releases_create_download_token.',
  releases_create_download_token:
    'Use it for a client that can only send an address, such as Squirrel or a WordPress plugin. Others present the license key.',
  releases_revoke_download_token: 'Use it to end one download token. Its id is in releases_download_tokens.',
  releases_remove_artifact: 'Use it to take a file from a draft. Its id is in releases_artifacts.',
  disputes_list:
    'Use it to see chargebacks: payments that banks demand back, and until when evidence is due. For one use disputes_show.',
  disputes_show: 'Use it for amount, reason and deadline of one dispute. The order is in orders_show.',
  disputes_create: 'Use it to report a chargeback that the payment provider told elsewhere. A refund by choice is orders_refund.',
  disputes_update: 'Use it to report how a dispute went on: won, lost or accepted. The order is not changed by hand.',
  subscriptions_list:
    'Use it to find subscriptions by customer, product or status, such as those past due or canceled. Purchases without renewal are in orders_list.',
  subscriptions_show:
    'Use it for status, period, seats and scheduled changes of one subscription: when it renews or ends. Its past is in subscriptions_timeline.',
  subscriptions_timeline:
    'Use it for who changed a subscription and when, such as who canceled it. The present is in subscriptions_show.',
  subscriptions_create:
    'Use it to report a recurring purchase that is paid elsewhere. A purchase without renewal is orders_create.',
  subscriptions_update:
    'Use it to change the product, the number of seats, the period or the payment status. To end one use subscriptions_cancel or subscriptions_revoke.',
  subscriptions_cancel:
    'Use it when a customer does not want to renew: it runs until the end of the paid period. To end access at once use subscriptions_revoke.',
  subscriptions_uncancel:
    'Use it when a customer who canceled wants to stay, before the period ends. Afterwards a new one is needed: subscriptions_create.',
  subscriptions_transfer:
    'Use it when another customer takes over a subscription with its keys. For a single key use keys_transfer.',
  subscriptions_revoke:
    'Use it to end a subscription and its benefits at once. To let the paid period run use subscriptions_cancel.',
  seats_list:
    'Use it to see who has the seats of one purchase, and which invitations are open. How many are free everywhere is in seats_pools.',
  seats_assign:
    'Use it to give a person a seat by email or member. If all seats are taken, free one by seats_revoke or buy more by subscriptions_update.',
  seats_reassign:
    'Use it when a colleague takes over the seat of somebody who keeps it until then. To only free it, use seats_revoke.',
  seats_resend:
    'Use it when an invitation to a seat got lost or has expired: a new link is mailed. The old link then no longer works.',
  seats_revoke:
    'Use it when a person leaves a team and the seat is to be free for another. The number of seats stays: subscriptions_update changes it.',
  seats_pools: 'Use it to see how many seats each team has bought, assigned and free. Who sits on them is in seats_list.',
  meters_list: 'Use it to see what is metered and how. What customers used is in meters_balances.',
  meters_show: 'Use it for filter, aggregation and unit of one meter. Amounts over time are in meters_quantities.',
  meters_create: 'Use it to count a new kind of usage. Past events count as well; see events_list.',
  meters_update: 'Use it to rename, archive or change a meter. Once it has counted, what it counts stays.',
  meters_quantities:
    'Use it for consumption by day, week or month, of all customers or some. The balance now is in meters_balances.',
  meters_balances:
    'Use it to see how much of a quota or credit a customer has used and has left. For the course over time use meters_quantities.',
  meters_credit: 'Use it to give a customer extra units as goodwill. What was counted wrongly is taken back by events_void.',
  events_list: 'Use it to see single usage events of a customer or a meter, also by metadata. For sums use meters_quantities.',
  events_search: 'Use it to find events among many, by what they contain. For those of a customer or a name, use events_list.',
  events_show: 'Use it for one event with its metadata. Neighbours are in events_list.',
  events_void: 'Use it when one event was reported by mistake: it no longer counts. For many use events_void_all.',
  events_unvoid: 'Use it when an event was voided by mistake. For many use events_unvoid_all.',
  events_void_all: 'Use it when a fault reported many wrong events. For a single one use events_void.',
  events_unvoid_all: 'Use it when many events were voided by mistake. For a single one use events_unvoid.',
  organizations_list: 'Use it to see in which organizations the token works. Its settings are in organizations_show.',
  organizations_show:
    'Use it for the settings of the seller: grace period, mails, portal, time zone. To change them use organizations_update.',
  organizations_update:
    'Use it to change settings of the seller, such as mails or what customers may do in the portal. Rules of keys are in benefits_update.',
  organizations_create_sandbox:
    'Use it to try something without touching real customers: an organization beside this one, whose mails are caught. It is listed in organizations_list.',
  organizations_delete_sandbox:
    'Use it when a sandbox of the organization is not needed any more: all that it has is deleted. One is made by organizations_create_sandbox.',
  organizations_alerts:
    'Use it to see who of the organization is told of what by mail and in Slack. To change it use organizations_set_alert.',
  organizations_set_alert:
    'Use it to choose who gets one kind of alerts of organizations_alerts. Without slack_url its URL of Slack stays. Back to the default goes organizations_reset_alert.',
  organizations_reset_alert:
    'Use it to have one kind of alerts sent as by default, and to forget its URL of Slack. To choose use organizations_set_alert.',
  organizations_test_alert:
    'Use it to try out whether alerts arrive that organizations_alerts shows as enabled: everybody who gets them gets a test.',
  organizations_members:
    'Use it to see which people of the seller have access, and their roles. What they changed is in audit_log_list.',
  tokens_list:
    'Use it to see which access tokens of the organization exist and when each was last used. Your own are in tokens_list_own.',
  tokens_revoke:
    'Use it when a token of the organization leaked or is unused: whatever uses it stops at once. Your own is ended by tokens_revoke_own.',
  tokens_list_own: 'Use it to see your personal access tokens. Those of the organization are in tokens_list.',
  tokens_revoke_own:
    'Use it when a personal token of yours leaked or is unused. Those of the organization are ended by tokens_revoke.',
  webhooks_list:
    'Use it to see which endpoints get events, and whether one was disabled after failures. Single attempts are in webhooks_deliveries.',
  webhooks_show:
    'Use it for the address, format and kinds of events of one endpoint. Whether they arrive is told by webhooks_deliveries.',
  webhooks_create: 'Use it to send events to a new address. Whether it works is tried by webhooks_test.',
  webhooks_update:
    'Use it to change the address or kinds of events, or to enable an endpoint again after it was disabled. What it missed is sent by webhooks_recover.',
  webhooks_delete: 'Use it when an address is to get no more events. To pause it, use webhooks_update.',
  webhooks_rotate_secret: 'Use it when the signing secret of an endpoint leaked. The address stays; see webhooks_update.',
  webhooks_test:
    'Use it to try whether an endpoint answers, with an event that is marked as a test. What was sent before is in webhooks_deliveries.',
  webhooks_deliveries:
    'Use it when a webhook did not arrive: each attempt with its status, error and response. The events themselves are in webhooks_events.',
  webhooks_events:
    'Use it to read events in their order, also without an endpoint. Whether they were delivered is in webhooks_deliveries.',
  webhooks_redeliver: 'Use it to send one event again to the endpoints. For a range of time use webhooks_redeliver_all.',
  webhooks_redeliver_all:
    'Use it to send the events of a range of time to one endpoint again. After an outage, webhooks_recover sends only what failed.',
  webhooks_recover:
    'Use it after an outage of the receiver: only what it missed since a time is sent. For everything again use webhooks_redeliver_all.',
  audit_log_list:
    'Use it for who on the staff or which token changed what, when, and from where. For one key, customer or order its timeline is shorter.',
  search:
    'Use it first when only a text is known, such as a name, an email, the end of a key or an invoice number: it finds objects of six kinds. With a kind in mind, keys_search, customers_list or orders_list have more filters.',
};
