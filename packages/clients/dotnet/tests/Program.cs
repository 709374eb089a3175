// Uses the library as an application does, without a service. Ends with an error at the first thing that is not as it should be.

using System;
using System.Threading;
using Latchkey;

internal static class Program
{
    private const string Needed = "\"url\":\"http://127.0.0.1:1\",\"organization_id\":\"6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f\"," +
        "\"root_key\":\"iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w\"";

    private static void Has(string text, string expected)
    {
        if (!text.Contains(expected)) throw new Exception(expected + " is not in " + text);
    }

    private static string Refused(string options)
    {
        try { new LicenseClient(options).Dispose(); }
        catch (LatchkeyException error) { return error.Message; }
        throw new Exception("Nothing was refused.");
    }

    private static void Main(string[] arguments)
    {
        var license = new LicenseClient("{" + Needed + ",\"storage\":\"" + arguments[0] + "\",\"device\":true,\"attempts\":1}");
        Has(license.Call("{\"command\":\"check\"}"), "{\"license\":{\"reason\":\"no_lease\",\"usable\":false},\"outcome\":\"ok\"}");
        Has(license.Call("{\"command\":\"activate\",\"key\":\"KEY\",\"label\":\"Müller\"}"), "\"reason\":\"network\"");
        Has(license.Call("{\"command\":\"Größe\"}"), "There is no command `Größe`.");
        Has(Refused("{\"storagefor\":\"flight-notes\"}"), "There is no option `storagefor`.");

        var refreshes = 0;
        using (var twice = new CountdownEvent(2))
        {
            var fresh = license.KeepFresh(answer =>
            {
                Has(answer, "\"status\":{\"outcome\":\"not_activated\"}");
                Interlocked.Increment(ref refreshes);
                twice.Signal();
            }, 3600);
            // A delegate that nobody keeps would be gone by now.
            GC.Collect();
            var checkedOut = license.KeepCheckedOut(answer =>
            {
                Has(answer, "{\"outcome\":\"not_activated\"}");
                twice.Signal();
            });
            twice.Wait();
            fresh.Dispose();
            fresh.Dispose();
            checkedOut.Dispose();
        }
        if (refreshes != 1) throw new Exception(refreshes + " refreshes.");

        license.CancelWaits();
        license.Dispose();
        try { license.Call("{\"command\":\"check\"}"); }
        catch (ObjectDisposedException) { Console.WriteLine("A program in C# has used the library."); return; }
        throw new Exception("A client that was closed answers.");
    }
}
