import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, Responses } from '#platform/http';
import { GetLicenseKeyTimeline } from '../../queries/get-license-key-timeline.ts';
import { LicenseKeyTimelineView } from '../../queries/license-key-timeline.view.ts';
import { timelineOf } from './timeline.dto.ts';

const TimelineRequest = timelineOf('license key');

@ApiTags('license_keys')
@Controller('v1/license-keys/:id/timeline')
export class LicenseKeyTimelineController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @RequireScope(['license_keys:read', 'license_keys:write'])
  @Responses({
    summary: 'Get the timeline of a license key',
    description:
      'Returns what happened to a license key, newest first: its changes and the mails about it, as long as the audit log keeps them, its activations and leases, as long as they are kept, and how often uses of it were refused. Refusals are stored some seconds later. An extension.',
    ok: { status: 200, view: LicenseKeyTimelineView },
    errors: { 404: ['ResourceNotFound', 'The license key does not exist or is not accessible.'] },
  })
  getTimeline(
    @Input(TimelineRequest) { path, query }: InputOf<typeof TimelineRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<LicenseKeyTimelineView> {
    const { cursor: after = null, limit } = query;
    return this.queries.execute(new GetLicenseKeyTimeline(caller.access('license keys'), path.id, { after, limit }));
  }
}
