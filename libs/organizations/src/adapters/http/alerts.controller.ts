import { Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope, ROLES } from '#platform/auth';
import { Idempotent, Input, type InputOf, Responses, defineRequest } from '#platform/http';
import { boolean, described, list, nullable, object, oneOf, optional, strict, text, uuid4 } from '#platform/wire';
import { PutAlertRule, RemoveAlertRule } from '../../commands/change-alert-rule.ts';
import { RequestAlertTest } from '../../commands/test-alert.ts';
import { AlertsView, ALERT_KINDS } from '../../queries/alert.view.ts';
import { ListAlerts } from '../../queries/list-alerts.ts';

const MOST_URL_CHARACTERS = 2_083;

const id = described(uuid4(), 'The ID of the organization.');
const kind = described(oneOf(ALERT_KINDS), 'What the alerts are about.');

const ListAlertsRequest = defineRequest({ path: { id } });
const OneAlertRequest = defineRequest({ path: { id, kind } });
const PutAlertRequest = defineRequest({
  path: { id, kind },
  body: strict(
    object(
      {
        is_enabled: boolean(),
        roles: list(oneOf(ROLES), { max: ROLES.length }),
        slack_url: optional(nullable(text({ min: 1, max: MOST_URL_CHARACTERS }))),
      },
      'AlertUpdate',
      {
        is_enabled: 'Whether the alerts are sent.',
        roles: 'The users with these roles get them by e-mail.',
        slack_url: {
          text: 'The URL of an incoming webhook of Slack, or of what takes the same messages: `https`, on the public internet. `null` for none; left out, it stays as it is. It is stored encrypted and never returned.',
          example: 'https://hooks.slack.com/services/T00000000/B00000000/your-token',
        },
      },
    ),
  ),
});

const AREA = 'the organization';
const NO_ORGANIZATION = ['ResourceNotFound', 'The organization does not exist, or the caller is not a member of it.'] as const;
const NOT_PERMITTED = ['NotPermitted', 'The role of the user does not allow it.'] as const;

/** What the users of an organization are told, and where. */
@ApiTags('organizations')
@Controller('v1/organizations/:id/alerts')
export class AlertsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List alerts',
    description: 'Returns every kind of alerts, with who of the organization is told and how. An extension.',
    ok: { status: 200, view: AlertsView },
    errors: { 404: NO_ORGANIZATION },
  })
  @RequireScope(['organizations:read', 'organizations:write'])
  listAlerts(
    @Input(ListAlertsRequest) { path }: InputOf<typeof ListAlertsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<AlertsView> {
    return this.queries.execute(new ListAlerts(caller.access(AREA), path.id));
  }

  @Put(':kind')
  @HttpCode(204)
  @Responses({
    summary: 'Set who gets an alert',
    description:
      'Alerts of this kind are sent like this from now on: by e-mail to users with certain roles, and to a channel of Slack. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: NO_ORGANIZATION },
  })
  @RequireScope('organizations:write')
  async setAlert(
    @Input(PutAlertRequest) { path, body }: InputOf<typeof PutAlertRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    const { is_enabled: isEnabled, roles, slack_url: slackUrl } = body;
    const which = { organizationId: path.id, kind: path.kind };
    await this.commands.execute(new PutAlertRule(caller.access(AREA), which, { isEnabled, roles, slackUrl }));
  }

  @Delete(':kind')
  @HttpCode(204)
  @Responses({
    summary: 'Reset who gets an alert',
    description: 'Alerts of this kind are sent as by default again. Repeating the request has no further effect. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: NO_ORGANIZATION },
  })
  @RequireScope('organizations:write')
  async resetAlert(
    @Input(OneAlertRequest) { path }: InputOf<typeof OneAlertRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new RemoveAlertRule(caller.access(AREA), { organizationId: path.id, kind: path.kind }));
  }

  @Post(':kind/test')
  @HttpCode(202)
  @Idempotent()
  @Responses({
    summary: 'Send a test of an alert',
    description:
      'Sends a message that says that it is a test to everybody who gets alerts of this kind. If Slack does not take it, `slack_problem` of the alert says why. An extension.',
    ok: { status: 202, view: null, description: 'Accepted' },
    errors: { 400: ['AlertTurnedOff', 'Alerts of this kind are turned off.'], 403: NOT_PERMITTED, 404: NO_ORGANIZATION },
  })
  @RequireScope('organizations:write')
  async testAlert(
    @Input(OneAlertRequest) { path }: InputOf<typeof OneAlertRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new RequestAlertTest(caller.access(AREA), { organizationId: path.id, kind: path.kind }));
  }
}
