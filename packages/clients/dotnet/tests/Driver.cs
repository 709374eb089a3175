// A driver of the conformance kit that uses the clock of the machine, so that it is for cases in which no time passes.

using System;
using System.IO;
using System.Text;
using Latchkey;

internal static class Driver
{
    private const string Open = "{\"command\":\"open\",\"options\":";

    private static void Main()
    {
        LicenseClient client = null;
        var output = new StreamWriter(Console.OpenStandardOutput(), new UTF8Encoding(false)) { AutoFlush = true };
        using (var input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false)))
        {
            for (string line; (line = input.ReadLine()) != null;)
            {
                var answer = "{\"outcome\":\"ok\"}";
                if (line.StartsWith(Open, StringComparison.Ordinal))
                {
                    client?.Dispose();
                    client = new LicenseClient(line.Substring(Open.Length, line.Length - Open.Length - 1));
                }
                else if (!line.StartsWith("{\"command\":\"set_clock\"", StringComparison.Ordinal) &&
                    !line.StartsWith("{\"command\":\"limit_writes\"", StringComparison.Ordinal))
                {
                    answer = client.Call(line);
                }
                output.WriteLine(answer);
            }
        }
    }
}
