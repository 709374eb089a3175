// The license of an application, by liblatchkey (packages/clients/rust), for .NET Framework, Mono and .NET: this file is all there is. C# 7.

using System;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Text;
using System.Threading;
using Microsoft.Win32.SafeHandles;

namespace Latchkey
{
    /// <summary>What the library refuses to do, in a sentence.</summary>
    public sealed class LatchkeyException : Exception
    {
        internal LatchkeyException(string sentence) : base(sentence) { }
    }

    /// <summary>The license of one installation of an application. Threads may use it at the same time.</summary>
    public sealed class LicenseClient : IDisposable
    {
        private readonly Native.Client client;

        /// <summary>Options are JSON: {"url": "…", "organization_id": "…", "root_key": "…", "storage_for": "flight-notes", …}.</summary>
        /// <exception cref="LatchkeyException">Of options that are not right.</exception>
        public LicenseClient(string options)
        {
            client = Native.latchkey_open(Native.ToUtf8(options), out var error);
            var sentence = Native.Taken(error);
            if (client.IsInvalid) throw new LatchkeyException(sentence ?? "The client cannot be opened.");
        }

        /// <summary>Performs a command in JSON, such as {"command": "check"}, and returns the answer.</summary>
        /// <param name="onManage">With "manage": true, is told the URL of the page on which the customer removes a device; with "sign_in", the code as JSON.</param>
        public string Call(string request, Action<string> onManage = null)
        {
            Exception thrown = null;
            Native.Listener listener = (context, text) =>
            {
                // No exception may pass code that is not of .NET.
                try { onManage?.Invoke(Native.FromUtf8(text)); }
                catch (Exception error) { thrown = error; }
            };
            var answer = Native.Taken(Native.latchkey_call(client, Native.ToUtf8(request), listener, IntPtr.Zero));
            GC.KeepAlive(listener);
            if (thrown != null) ExceptionDispatchInfo.Capture(thrown).Throw();
            return answer ?? throw new LatchkeyException("There is no answer.");
        }

        /// <summary>Ends the waits of calls with "manage": true in other threads: their answer is {"outcome": "canceled"}.</summary>
        public void CancelWaits() => Native.latchkey_cancel_waits(client);

        /// <summary>Refreshes the lease now and every so many seconds, or every ten minutes if that is 0, in a thread, until it is disposed of.</summary>
        /// <param name="listener">Is told the answers of `refresh`, in that thread.</param>
        public IDisposable KeepFresh(Action<string> listener = null, uint seconds = 0) =>
            new Background(listener, told => Native.latchkey_keep_fresh(client, seconds, told, IntPtr.Zero));

        /// <summary>Renews the check-out of a floating license key, until it is refused or this is disposed of.</summary>
        /// <param name="listener">Is told the answers of `heartbeat`.</param>
        public IDisposable KeepCheckedOut(Action<string> listener = null) =>
            new Background(listener, told => Native.latchkey_keep_checked_out(client, told, IntPtr.Zero));

        public void Dispose() => client.Dispose();
    }

    /// <summary>Work that goes on in a thread. Its listener may dispose of it.</summary>
    internal sealed class Background : IDisposable
    {
        // As long as it may be called.
        private readonly Native.Listener told;
        private IntPtr work;

        internal Background(Action<string> listener, Func<Native.Listener, IntPtr> start)
        {
            told = (context, text) =>
            {
                try { listener?.Invoke(Native.FromUtf8(text)); }
                catch (Exception error)
                {
                    // As of any other thread of the application.
                    ThreadPool.QueueUserWorkItem(state => ExceptionDispatchInfo.Capture(error).Throw());
                }
            };
            work = start(told);
            if (work == IntPtr.Zero) throw new LatchkeyException("There can be no thread.");
        }

        /// <summary>When this returns, the listener is not running and is not called again.</summary>
        public void Dispose()
        {
            Native.latchkey_stop(Interlocked.Exchange(ref work, IntPtr.Zero));
            GC.KeepAlive(told);
        }
    }

    /// <summary>The functions of latchkey.h.</summary>
    internal static class Native
    {
        private const string Library = "latchkey";

        [UnmanagedFunctionPointer(CallingConvention.Cdecl)]
        internal delegate void Listener(IntPtr context, IntPtr text);

        /// <summary>Is closed when no call uses it.</summary>
        internal sealed class Client : SafeHandleZeroOrMinusOneIsInvalid
        {
            private Client() : base(true) { }

            protected override bool ReleaseHandle()
            {
                latchkey_close(handle);
                return true;
            }
        }

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Client latchkey_open(byte[] options, out IntPtr error);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr latchkey_call(Client client, byte[] request, Listener onManage, IntPtr context);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void latchkey_cancel_waits(Client client);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr latchkey_keep_fresh(Client client, uint seconds, Listener listener, IntPtr context);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern IntPtr latchkey_keep_checked_out(Client client, Listener listener, IntPtr context);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern void latchkey_stop(IntPtr work);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        private static extern void latchkey_close(IntPtr client);

        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        private static extern void latchkey_free(IntPtr text);

        internal static byte[] ToUtf8(string text) =>
            Encoding.UTF8.GetBytes((text ?? throw new ArgumentNullException(nameof(text))) + "\0");

        internal static string FromUtf8(IntPtr text)
        {
            var length = 0;
            while (Marshal.ReadByte(text, length) != 0) length++;
            var bytes = new byte[length];
            Marshal.Copy(text, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }

        /// <summary>A text that belongs to the caller, and is freed; null if there is none.</summary>
        internal static string Taken(IntPtr text)
        {
            if (text == IntPtr.Zero) return null;
            try { return FromUtf8(text); }
            finally { latchkey_free(text); }
        }
    }
}
