package dev.latchkey.client;

import java.util.List;

/** What a lease has to say. What is null is not compared. */
public final class Expected {
  final String device;
  final String licenseKeyId;
  final String nonce;

  /** The benefits of which one has to be that of the license key. */
  final List<String> benefitIds;

  private Expected(String device, String licenseKeyId, String nonce, List<String> benefitIds) {
    this.device = device;
    this.licenseKeyId = licenseKeyId;
    this.nonce = nonce;
    this.benefitIds = benefitIds;
  }

  public static Expected ofDevice(String device) {
    return new Expected(device, null, null, null);
  }

  public Expected withLicenseKeyId(String licenseKeyId) {
    return new Expected(device, licenseKeyId, nonce, benefitIds);
  }

  public Expected withNonce(String nonce) {
    return new Expected(device, licenseKeyId, nonce, benefitIds);
  }

  public Expected withBenefitIds(List<String> benefitIds) {
    return new Expected(device, licenseKeyId, nonce, benefitIds);
  }
}
